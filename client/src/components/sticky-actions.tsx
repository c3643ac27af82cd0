import { useEffect, useRef, type ReactNode } from 'react'

type Props = {
  /** What is wrong with the form as a whole, or with a field that it does not show. */
  errors?: string[]
  children: ReactNode
}

/** The buttons at the end of a long form: they stick above the bottom bar while the form scrolls behind them. */
export function StickyActions({ errors, children }: Props) {
  const bar = useRef<HTMLDivElement>(null)

  // In a narrow window or with large text the buttons wrap; what has the focus must scroll clear of all of them.
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--actions-height', `${bar.current?.offsetHeight}px`),
    )
    if (bar.current) observer.observe(bar.current)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={bar} className="sticky-actions *:grow">
      {Boolean(errors?.length) && (
        <div role="alert" className="basis-full text-sm wrap-anywhere text-danger">
          {errors?.map((error) => (
            <p key={error}>{error}</p>
          ))}
        </div>
      )}
      {children}
    </div>
  )
}
