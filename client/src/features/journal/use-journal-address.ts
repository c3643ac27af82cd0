import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { isMonth } from './months'

/** `?month=2024-03` is where the list begins. Changes replace the address: Back leaves the journal, and returns to it. */
export function useJournalAddress() {
  const [parameters, setParameters] = useSearchParams()
  const month = parameters.get('month') ?? ''
  return {
    month: isMonth(month) ? month : undefined,
    jumpTo: (month?: string) => setParameters(month ? { month } : {}, { replace: true }),
  }
}

/** Scrolls up when the list begins elsewhere, but not on the way back to the journal. */
export function useTopOnChange(place: string | undefined) {
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    window.scrollTo(0, 0)
    if (document.activeElement === document.body) document.querySelector('h1')?.focus()
  }, [place])
}
