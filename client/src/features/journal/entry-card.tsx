import { PencilIcon } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { entryRecord, gratitudeFields, sectionFields } from '@shared/journal'
import { DeleteButton } from '@/components/delete-button'
import { IconButtonLink } from '@/components/ui/button-link'
import { Card } from '@/components/ui/card'
import { WaitingToSend } from '@/components/waiting-to-send'
import { cn } from '@/lib/screen/cn'
import { longDay } from '@/lib/dates/dates'
import { useDeleteEntry } from './journal-queries'
import { Marked } from './marked'
import { pictureOf } from './moods'
import { ReadOn } from './read-on'
import { keyOf, type ShownEntry } from './waiting-queries'

type Props = { entry: ShownEntry; /** Words to mark. */ q: string }

export function EntryCard({ entry, q }: Props) {
  const { id, waiting } = entry
  const date = longDay(entry.entryDate)
  const values = entryRecord.values(entry)
  const mood = pictureOf(values.mood)
  const gratitude = gratitudeFields.map((field) => values[field]).filter((text) => text.trim())
  return (
    <Card
      isRow
      level={3}
      className="entry-card [contain-intrinsic-block-size:auto_24rem] [content-visibility:auto]"
      style={{ '--hue': `var(--mood-${values.mood})` } as CSSProperties}
      title={
        <span className="flex flex-wrap items-center gap-x-2">
          <span
            role="img"
            aria-label={mood.label}
            title={mood.label}
            className="-ml-1 grid size-[2.25rem] place-items-center rounded-full bg-[color-mix(in_oklab,var(--card),var(--hue)_28%)] text-xl leading-none"
          >
            {mood.emoji}
          </span>
          <time dateTime={entry.entryDate} className="grow basis-[min-content] wrap-break-word">
            {date}
          </time>
        </span>
      }
      action={
        <>
          <IconButtonLink
            href={id ? `/journal/edit/${id}` : `/journal/new?date=${entry.entryDate}`}
            label={`Edit ${date}`}
          >
            <PencilIcon />
          </IconButtonLink>
          {id && <DeleteEntry id={id} entryDate={entry.entryDate} />}
        </>
      }
    >
      {waiting && <WaitingToSend savedAt={waiting.savedAt} className="-mt-2" />}
      {entryRecord.hasWords(values) && (
        <ReadOn entryId={keyOf(entry)} q={q}>
          {values.dailyEvents.trim() && <Words text={values.dailyEvents} q={q} />}
          {gratitude.length > 0 && (
            <Section title="Gratitude">
              <ul className="list-disc space-y-1 marker:text-accent">
                {gratitude.map((text, position) => (
                  // Three texts that never move, so the position is the key.
                  // oxlint-disable-next-line react/no-array-index-key
                  <li key={position} dir="auto" className={cn(words, 'ms-5')}>
                    <Marked text={text} q={q} />
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {sectionFields
            .filter((field) => values[field].trim())
            .map((field) => (
              <Section key={field} title={entryRecord.labelOf(field)}>
                <Words text={values[field]} q={q} />
              </Section>
            ))}
        </ReadOn>
      )}
    </Card>
  )
}

function DeleteEntry(entry: { id: string; entryDate: string }) {
  return (
    <DeleteButton
      label={`Delete ${longDay(entry.entryDate)}`}
      question="Are you sure you want to delete this journal entry?"
      deletion={useDeleteEntry(entry)}
    />
  )
}

/** Each paragraph runs in the direction of its own first letter. */
const words = 'wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]'

function Words(marked: { text: string; q: string }) {
  return (
    <p dir="auto" className={words}>
      <Marked {...marked} />
    </p>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h4 className="mb-0.5 font-sans text-xs font-medium text-muted">{title}</h4>
      {children}
    </section>
  )
}
