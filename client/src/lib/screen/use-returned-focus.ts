import { useEffect, useRef } from 'react'

/**
 * What is disabled or removed loses the focus. Once `isBusy` ends, it goes back to what had it when the returned
 * function was called, or else to the heading of the screen.
 */
export function useReturnedFocus(isBusy: boolean): () => void {
  const before = useRef<Element | null>(null)
  const wasBusy = useRef(isBusy)

  useEffect(() => {
    const isOver = wasBusy.current && !isBusy
    wasBusy.current = isBusy
    if (!isOver || document.activeElement !== document.body) return
    const target = before.current ?? document.querySelector('h1')
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }, [isBusy])

  return () => {
    before.current = document.activeElement
  }
}
