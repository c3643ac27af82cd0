import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { isDay } from '@/lib/dates/days'
import { isMonth } from './months'

/** As `textLimits.search`, which would load Zod. */
export const searchLimit = 200

/**
 * `?q=fog` is what to search for, `?month=2024-03` where the list begins, `?day=2024-03-03` the day to be read in place of
 * the list. Changes replace the address: Back leaves the journal, and returns to the same results.
 */
export function useJournalAddress() {
  const [parameters, setParameters] = useSearchParams()
  const q = (parameters.get('q') ?? '').trim().slice(0, searchLimit)
  const month = parameters.get('month') ?? ''
  const day = parameters.get('day') ?? ''
  return {
    day: isDay(day) ? day : undefined,
    q,
    month: !q && isMonth(month) ? month : undefined,
    search: (q: string) => setParameters(q ? { q } : {}, { replace: true }),
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
