import { useEffect, useRef } from 'react'
import { type EntryField, entryRecord, type JournalEntryInput, type JournalEntryView } from '@shared/journal'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import type { Loaded } from '@/lib/pending-saves'
import { changedElsewhere } from './journal-values'
import { pictureOf } from './moods'

type Props = {
  saved: JournalEntryView
  mine: JournalEntryInput
  base?: JournalEntryView | Loaded
  /** Whether the user has seen the entry before, as it was then. */
  wasSeen: boolean
  labelOf: (field: EntryField) => string
  onKeepBoth: () => void
  onKeepMine: () => void
  onUseSaved: () => void
}

/** Shows what is saved beside what is in the form; both are kept until the user has chosen. */
export function ConflictNotice({
  saved,
  mine,
  base,
  wasSeen,
  labelOf,
  onKeepBoth,
  onKeepMine,
  onUseSaved,
}: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [])

  const values = entryRecord.values(saved)
  const differing = changedElsewhere(saved, mine, base)
    // An empty saved text is shown only if the user saw the entry before: then it may have been cleared.
    .filter((field) => wasSeen || values[field].trim())
    .map((field) => ({
      label: labelOf(field),
      text:
        field === 'mood' ? pictureOf(values.mood).label : values[field].trim() ? values[field] : '(empty)',
    }))
  return (
    <div ref={box} tabIndex={-1} className="rounded-card">
      <Notice
        tone="warn"
        title={
          wasSeen ? 'This entry was changed on another device' : 'You already have an entry for this day'
        }
        actions={
          <>
            <Button onClick={onKeepBoth}>Keep both</Button>
            <Button variant="secondary" onClick={onKeepMine}>
              Keep mine
            </Button>
            <Button variant="secondary" onClick={onUseSaved}>
              Use the saved version
            </Button>
          </>
        }
      >
        <p>Your version is still in the form below. Nothing has been overwritten.</p>
        {differing.length > 0 && (
          <dl className="mt-3 space-y-2">
            {differing.map(({ label, text }) => (
              <div key={label}>
                <dt className="text-xs text-muted">Saved: {label}</dt>
                <dd dir="auto" className="font-serif text-base wrap-anywhere whitespace-pre-wrap">
                  {text}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Notice>
    </div>
  )
}
