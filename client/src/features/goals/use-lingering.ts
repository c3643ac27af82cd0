import { useState } from 'react'
import { focusMover } from '@/lib/screen/next-row'

const lingersMs = 4000

/** Goals that were just marked as achieved stay where they are for a moment, so that a slip is undone on the spot. */
export function useLingering() {
  const [ids, setIds] = useState<readonly string[]>([])
  return {
    has: (id: string) => ids.includes(id),
    add(id: string, row: Element) {
      setIds((ids) => [...ids, id])
      setTimeout(() => {
        const isLeaving = row.querySelector('input')?.checked && row.contains(document.activeElement)
        if (isLeaving) focusMover(row, 'input')({ preventScroll: true })
        setIds((ids) => ids.filter((other) => other !== id))
      }, lingersMs)
    },
  }
}
