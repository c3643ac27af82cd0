import { useEffect, useRef } from 'react'
import type { JournalEntryInput } from '@shared/journal-input'
import type { JournalEntryView } from '@shared/journal'
import type { JournalTextField } from '@shared/journal-fields'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { differences, valuesOf } from './journal-values'
import { pictureOf } from './moods'

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

  const values = valuesOf(saved.entryDate, saved)
  const differing: [label: string, text: string][] = differences(values, mine)
    .filter((field) => values[field].trim())
    .map((field) => [labelOf(field), values[field]])
  if (values.mood !== mine.mood) differing.unshift(['Mood', pictureOf(values.mood).label])
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
            {differing.map(([label, text]) => (
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
