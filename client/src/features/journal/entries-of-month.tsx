import { memo, startTransition, useEffect, useRef, useState } from 'react'
import { longMonth } from '@/lib/dates/dates'
import { DayLine } from './day-line'
import { EntryCard } from './entry-card'
import type { View } from './journal-view'
import { keyOf, type ShownEntry } from './waiting-queries'

type Props = { month: string; entries: ShownEntry[]; q: string; view: View }

/** By its newest entry: kept when the screen is left, so that the scroll position can be restored on the way back. */
const heightsIn = { days: new WeakMap<ShownEntry, number>(), lines: new WeakMap<ShownEntry, number>() }

/**
 * The entries of one month under its name. Far outside the viewport they are replaced by an empty box of the same
 * height, so that rendering ten years of entries costs no more than a few months. A month that contains the focus stays.
 */
export const EntriesOfMonth = memo(function EntriesOfMonth({ month, entries, q, view }: Props) {
  const heights = heightsIn[view]
  const section = useRef<HTMLElement>(null)
  const [newest] = entries
  const [farHeight, setFarHeight] = useState(() => newest && heights.get(newest))

  useEffect(() => {
    if (!section.current) return
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (!seen || seen.isIntersecting) return startTransition(() => setFarHeight(undefined))
        if (seen.target.contains(document.activeElement)) return
        if (newest) heights.set(newest, seen.boundingClientRect.height)
        setFarHeight(seen.boundingClientRect.height)
      },
      { rootMargin: '4000px' },
    )
    observer.observe(section.current)
    return () => observer.disconnect()
  }, [newest, heights])

  return (
    <section ref={section} className="flex flex-col gap-4" style={{ height: farHeight }}>
      {farHeight === undefined && (
        <>
          <h2 className="month-heading font-serif text-lg font-medium">{longMonth(month)}</h2>
          {view === 'days' ? (
            entries.map((entry) => <EntryCard key={keyOf(entry)} entry={entry} q={q} />)
          ) : (
            <ul className="divide-y divide-line">
              {entries.map((entry) => (
                <DayLine key={keyOf(entry)} entry={entry} q={q} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}, isSame)

/** The list is divided anew whenever older entries arrive, which leaves the months before them as they were. */
function isSame(before: Props, after: Props): boolean {
  return (
    before.q === after.q &&
    before.entries.length === after.entries.length &&
    before.entries.every((entry, position) => entry === after.entries[position])
  )
}
