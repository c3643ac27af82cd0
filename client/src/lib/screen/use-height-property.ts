import { useEffect, useRef } from 'react'

/** Keeps the height of an element in a CSS property of the document, for what must stay clear of it. */
export function useHeightProperty(name: `--${string}`) {
  const element = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(name, `${element.current?.offsetHeight}px`))
    if (element.current) observer.observe(element.current)
    return () => {
      observer.disconnect()
      style.removeProperty(name)
    }
  }, [name])

  return element
}
