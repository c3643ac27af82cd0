import { useEffect, useRef } from 'react'

/** The ref of a button that is disabled while pending: it gets back the focus that it lost by being disabled. */
export function useKeptFocus(pending = false) {
  const button = useRef<HTMLButtonElement>(null)
  const isDue = useRef(false)

  useEffect(() => {
    const { current } = button
    const onBlur = () => (isDue.current = current?.disabled ?? false)
    current?.addEventListener('blur', onBlur)
    return () => current?.removeEventListener('blur', onBlur)
  }, [])

  useEffect(() => {
    if (pending || !isDue.current) return
    isDue.current = false
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [pending])

  return button
}
