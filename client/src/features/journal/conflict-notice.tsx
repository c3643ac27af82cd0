import { useEffect, useRef } from 'react'
import type { JournalEntryInput } from '@shared/journal-input'
import type { JournalEntryView } from '@shared/journal'
import type { JournalTextField } from '@shared/journal-fields'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { differences, valuesOf } from './journal-values'

type Props = {
  saved: JournalEntryView
  mine: JournalEntryInput
  /** Whether the user has seen the entry before, as it was then. */
  wasSeen: boolean
  labelOf: (field: JournalTextField) => string
  onKeepBoth: () => void
  onKeepMine: () => void
  onUseSaved: () => void
}

/** Shows what is saved beside what is in the form; both are kept until the user has chosen. */
export function ConflictNotice({ saved, mine, wasSeen, labelOf, onKeepBoth, onKeepMine, onUseSaved }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [])

  const differing = differences(valuesOf(saved.entryDate, saved), mine).filter((field) => saved[field].trim())
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
            {differing.map((field) => (
              <div key={field}>
                <dt className="text-xs text-muted">Saved: {labelOf(field)}</dt>
                <dd className="font-serif text-base wrap-anywhere whitespace-pre-wrap">{saved[field]}</dd>
              </div>
            ))}
          </dl>
        )}
      </Notice>
    </div>
  )
}
