import { PencilIcon } from 'lucide-react'
import type { JournalEntryView } from '@shared/journal'
import type { JournalTextField } from '@shared/journal-fields'
import { DeleteButton } from '@/components/delete-button'
import { IconButtonLink } from '@/components/ui/button-link'
import { Card } from '@/components/ui/card'
import { longDay } from '@/lib/dates'
import { useDeleteEntry } from './journal-queries'
import { pictureOf } from './moods'

const sections: [field: JournalTextField, title: string][] = [
  ['wins', 'Wins'],
  ['wentWell', 'What went well'],
  ['challenges', 'Challenges'],
  ['whatWasHard', 'What was hard'],
  ['goalProgress', 'Goal progress'],
  ['relationships', 'Relationships'],
  ['overallReflection', 'Overall Reflection'],
]

export function EntryCard({ entry }: { entry: JournalEntryView }) {
  const deletion = useDeleteEntry(entry.id)
  const date = longDay(entry.entryDate)
  const mood = pictureOf(entry.mood)
  const gratitude = [entry.gratitude1, entry.gratitude2, entry.gratitude3].filter((text) => text.trim())
  return (
    <Card
      isRow
      className="entry-card [contain-intrinsic-block-size:auto_24rem] [content-visibility:auto]"
      title={
        <span className="flex flex-wrap items-center gap-x-2">
          <span role="img" aria-label={mood.label} title={mood.label} className="text-xl leading-none">
            {mood.emoji}
          </span>
          <time dateTime={entry.entryDate} className="grow basis-[min-content] wrap-break-word">
            {date}
          </time>
        </span>
      }
      action={
        <>
          <IconButtonLink href={`/journal/edit/${entry.id}`} label={`Edit ${date}`}>
            <PencilIcon />
          </IconButtonLink>
          <DeleteButton
            label={`Delete ${date}`}
            question="Are you sure you want to delete this journal entry?"
            deletion={deletion}
          />
        </>
      }
    >
      {gratitude.length > 0 && (
        <Section title="Gratitude">
          <ul className="list-disc space-y-1 pl-5 marker:text-accent">
            {gratitude.map((text, position) => (
              // Three texts that never move, so the position is the key.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={position} className="wrap-anywhere whitespace-pre-wrap">
                {text}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {sections
        .filter(([field]) => entry[field].trim())
        .map(([field, title]) => (
          <Section key={field} title={title}>
            <p className="wrap-anywhere whitespace-pre-wrap">{entry[field]}</p>
          </Section>
        ))}
    </Card>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      <div className="mt-0.5 font-serif lg:text-reading">{children}</div>
    </section>
  )
}
