import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react'

/**
 * The keyboard of a grid of days, of which the Tab key reaches the `active` one. `targetOf` gives the day that a key leads
 * to; `onMove` is told of it, and of a day that has got the focus.
 */
export function useDayGrid(
  active: string,
  onMove: (day: string) => void,
  targetOf: (key: string, day: string) => string | undefined,
) {
  const ref = useRef<HTMLDivElement>(null)
  const isMoving = useRef(false)

  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    ref.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus()
  }, [active])

  function onKeyDown(event: KeyboardEvent) {
    const day = event.ctrlKey || event.altKey || event.metaKey ? undefined : targetOf(event.key, active)
    if (!day) return
    event.preventDefault()
    isMoving.current = true
    onMove(day)
  }

  return {
    grid: {
      ref,
      // On the way back from an entry, the day that led there has the focus.
      onFocus: ({ target }: FocusEvent<HTMLElement>) => target.dataset.day && onMove(target.dataset.day),
      // A key that moved nothing, since the next day is still to come, must not move the focus later.
      onBlur: () => void (isMoving.current = false),
    },
    onKeyDown,
  }
}
