import { CloudOffIcon } from 'lucide-react'
import { occurrences, searchWords } from '@shared/fold'
import { entryRecord, readingOrder, type EntryValues } from '@shared/journal'
import { firstLineOf } from '@shared/journal/plain-line'
import { AppLink } from '@/components/app-link'
import { localMidnight, shortDate } from '@/lib/dates/days'
import { Marked } from './marked'
import { pictureOf } from './moods'
import { readingOf, type ShownEntry } from './waiting-queries'

type Props = { entry: ShownEntry; /** Words to mark. */ q: string }

/** A day in one line, which leads to reading it: date, mood, and the first line, or the first with a word that was found. */
export function DayLine({ entry, q }: Props) {
  const values = entryRecord.values(entry)
  const { label = '', emoji = '' } = values.mood ? pictureOf(values.mood) : {}
  return (
    <li>
      <AppLink
        data-row
        href={readingOf(entry.entryDate)}
        className="flex min-h-touch flex-wrap items-center gap-x-2 rounded-control hover:underline"
      >
        <time dateTime={entry.entryDate} className="basis-24 text-sm text-muted tabular-nums">
          {shortDate(localMidnight(entry.entryDate))}
        </time>
        <span
          role="img"
          aria-label={label}
          aria-hidden={!label}
          title={label}
          className="font-emoji text-lg"
          style={{ minWidth: '1.25em' }}
        >
          {emoji}
        </span>
        <span dir="auto" className="min-w-0 grow basis-24 truncate font-serif">
          <Marked text={(q && foundLineOf(values, q)) || firstLineOf(values)} q={q} />
        </span>
        {entry.waiting && (
          <CloudOffIcon role="img" aria-label="Waiting to send" className="size-4 shrink-0 text-accent" />
        )}
      </AppLink>
    </li>
  )
}

function foundLineOf(values: EntryValues, q: string): string | undefined {
  const words = searchWords(q)
  return readingOrder
    .flatMap((field) => values[field].split('\n'))
    .find((line) => occurrences(line, words).length > 0)
}
