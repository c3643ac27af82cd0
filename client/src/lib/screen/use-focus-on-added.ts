import { useLayoutEffect, useRef } from 'react'

const focusable = 'a[href], button, input'

/**
 * For a button that adds items before itself, where Tab would skip them. Call what this returns with the element around the
 * list when the button is pressed: the first new item gets the focus, also if it has to be loaded.
 */
export function useFocusOnAdded(): (around: Element | null) => void {
  const due = useRef<{ around: Element; before: Element[]; focused: Element | null }>(null)

  useLayoutEffect(() => {
    if (!due.current) return
    const { around, before, focused } = due.current
    const added = [...around.querySelectorAll<HTMLElement>(focusable)].find((item) => !before.includes(item))
    if (!added) return
    due.current = null
    if ([focused, document.body].includes(document.activeElement)) added.focus()
  })

  return (around) => {
    if (!around) return
    const before = [...around.querySelectorAll(focusable)]
    due.current = { around, before, focused: document.activeElement }
  }
}
