import { memo, startTransition, useEffect, useRef, useState } from 'react'
import type { JournalEntryView } from '@shared/journal'
import { EntryCard } from './entry-card'

/** Kept when the screen is left, so that the scroll position can be restored on the way back. */
const heights = new WeakMap<JournalEntryView[], number>()

/**
 * One batch of entries. Far outside the viewport it is replaced by an empty box of the same height, so that rendering
 * ten years of entries costs no more than a few batches. A batch that contains the focus stays.
 */
export const EntriesBatch = memo(function EntriesBatch({ entries }: { entries: JournalEntryView[] }) {
  const batch = useRef<HTMLDivElement>(null)
  const [farHeight, setFarHeight] = useState(() => heights.get(entries))

  useEffect(() => {
    if (!batch.current) return
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (!seen || seen.isIntersecting) return startTransition(() => setFarHeight(undefined))
        if (seen.target.contains(document.activeElement)) return
        heights.set(entries, seen.boundingClientRect.height)
        setFarHeight(seen.boundingClientRect.height)
      },
      { rootMargin: '4000px' },
    )
    observer.observe(batch.current)
    return () => observer.disconnect()
  }, [entries])

  return (
    <div ref={batch} className="flex flex-col gap-4" style={{ height: farHeight }}>
      {farHeight === undefined && entries.map((entry) => <EntryCard key={entry.id} entry={entry} />)}
    </div>
  )
})
