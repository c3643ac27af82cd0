import { memo, startTransition, useEffect, useRef, useState } from 'react'
import type { JournalEntryView } from '@shared/journal'
import { EntryCard } from './entry-card'

type Props = { entries: JournalEntryView[]; onDelete: (id: string) => void; deletingId: string | undefined }

/** Known beyond the life of the screen, so that one who comes back is taken to where they were. */
const heights = new WeakMap<JournalEntryView[], number>()

/**
 * A page of the journal. Far from what is in sight it is an empty space of its height: ten years of entries cost the
 * browser no more than a few pages. One that holds the focus stays.
 */
export const EntriesPage = memo(function EntriesPage({ entries, onDelete, deletingId }: Props) {
  const page = useRef<HTMLDivElement>(null)
  const [farHeight, setFarHeight] = useState(() => heights.get(entries))

  useEffect(() => {
    if (!page.current) return
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (!seen || seen.isIntersecting) return startTransition(() => setFarHeight(undefined))
        if (seen.target.contains(document.activeElement)) return
        heights.set(entries, seen.boundingClientRect.height)
        setFarHeight(seen.boundingClientRect.height)
      },
      { rootMargin: '4000px' },
    )
    observer.observe(page.current)
    return () => observer.disconnect()
  }, [entries])

  return (
    <div ref={page} className="flex flex-col gap-4" style={{ height: farHeight }}>
      {farHeight === undefined &&
        entries.map((entry) => (
          <EntryCard
            key={entry.id}
            entry={entry}
            onDelete={() => onDelete(entry.id)}
            deleting={entry.id === deletingId}
          />
        ))}
    </div>
  )
})
