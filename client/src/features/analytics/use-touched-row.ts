import { useRef, type MouseEvent, type PointerEvent } from 'react'

/**
 * For rows of days that are too small for a finger: `onTouch` is told which element with `data-row` a finger has touched, in
 * place of the link beneath it.
 */
export function useTouchedRow(onTouch: (row: string) => void) {
  const pointer = useRef('')
  return {
    onPointerDownCapture: (event: PointerEvent) => void (pointer.current = event.pointerType),
    // A key, too, makes a click.
    onKeyDownCapture: () => void (pointer.current = ''),
    onClickCapture(event: MouseEvent<HTMLElement>) {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row
      const isTouch = pointer.current === 'touch'
      // A click that a screen reader makes has no pointer before it.
      pointer.current = ''
      if (!isTouch || !row) return
      event.preventDefault()
      event.stopPropagation()
      onTouch(row)
    },
  }
}
