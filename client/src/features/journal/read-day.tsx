import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeftIcon, ChevronRightIcon, PencilIcon } from 'lucide-react'
import { useState } from 'react'
import { entryRecord } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { AsKept } from '@/components/as-kept'
import { EmptyState } from '@/components/empty-state'
import { LoadFailure } from '@/components/load-failure'
import { PageHeader } from '@/components/page-header'
import { IconButtonLink } from '@/components/ui/button-link'
import { buttonStyle } from '@/components/ui/button-styles'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { WaitingToSend } from '@/components/waiting-to-send'
import { useUser } from '@/features/auth/use-user'
import { longDay } from '@/lib/dates/dates'
import { useNow } from '@/lib/dates/use-now'
import type { KeptCopies } from '@/lib/device/kept-copies'
import { useKept } from '@/lib/device/use-kept'
import { useRestored } from '@/lib/saving/use-restored'
import { cn } from '@/lib/screen/cn'
import { openedFrom } from '@/lib/screen/navigation'
import { dayInWords, DayInWords } from './day-in-words'
import { EntryGoals } from './entry-goals'
import { EntryTexts } from './entry-texts'
import { journalQueries } from './journal-queries'
import { knownEntry } from './known-entry'
import { hueOf, MoodStain } from './mood-stain'
import { entrySender } from './saves-queries'
import { useNeighbours } from './use-neighbours'
import {
  formOf,
  keyOf,
  readingOf,
  useWaitingOfJournal,
  withWaiting,
  type ShownEntry,
} from './waiting-queries'

/** One day of the journal, to be read, with the ways to the written days before and after it. */
export function ReadDay({ day }: { day: string }) {
  const { entry, entries, readAt, state, retry, error } = useReading(day)
  const [list] = useState(() => openedFrom() ?? `/journal?month=${day.slice(0, 7)}`)
  return (
    <>
      <Neighbours day={day} />
      <article
        className={cn('mt-5 rounded-card border border-line bg-card p-5', entry && 'entry-card')}
        style={entry && hueOf(entryRecord.values(entry).mood)}
      >
        <PageHeader
          title={longDay(day)}
          subtitle={<DayInWords isDated day={day} />}
          close={list}
          action={
            entry && (
              <IconButtonLink href={formOf(entry)} label={`Edit ${longDay(day)}`}>
                <PencilIcon />
              </IconButtonLink>
            )
          }
        />
        <AsKept readAt={readAt} className="mb-4" />
        {state === 'written' ? (
          <div className="flex flex-col gap-6">
            {entries.map((entry) => (
              <Words key={keyOf(entry)} entry={entry} />
            ))}
          </div>
        ) : state === 'unwritten' ? (
          <Unwritten day={day} />
        ) : state === 'failed' ? (
          <LoadFailure title="We couldn't load this day" error={error} onRetry={retry} />
        ) : (
          <WordsSkeleton />
        )}
      </article>
    </>
  )
}

/**
 * The day's entry as it will be once what waits has been sent: from the server, or else what this device knows of it. Two
 * windows may have begun one each.
 */
function useReading(day: string) {
  const client = useQueryClient()
  const read = useQuery(journalQueries.read(day))
  const { kept, isReading } = useKept(read, (copies) => keptOf(copies, day))
  const isRestored = useRestored(useUser().id, entrySender)
  const saved =
    read.data === undefined
      ? (kept?.entry ?? knownEntry(client, ({ entryDate }) => entryDate === day))
      : read.data
  const entries = withWaiting(saved ? [saved] : [], useWaitingOfJournal()).filter(
    ({ entryDate }) => entryDate === day,
  )
  const entry = entries.at(-1)
  const isLoading = read.isPending || isReading || !isRestored
  return {
    entry,
    entries,
    readAt: kept?.readAt,
    state: entry ? 'written' : isLoading ? 'loading' : read.data === undefined ? 'failed' : 'unwritten',
    error: read.error,
    retry: () => void read.refetch(),
  }
}

function keptOf(kept: KeptCopies | null, day: string) {
  const entry = kept?.entries.find(({ entryDate }) => entryDate === day)
  return kept && entry ? { readAt: kept.readAt, entry } : null
}

function Words({ entry }: { entry: ShownEntry }) {
  const values = entryRecord.values(entry)
  return (
    <div className="flex flex-col gap-4 font-serif text-lg">
      <MoodStain mood={values.mood} className="-ml-1" />
      {entry.waiting && <WaitingToSend savedAt={entry.waiting.savedAt} />}
      <EntryTexts values={values} />
      {values.goalIds.length > 0 && <EntryGoals day={entry.entryDate} ids={values.goalIds} />}
    </div>
  )
}

function Unwritten({ day }: { day: string }) {
  const { date } = dayInWords(day, useNow())
  return (
    <EmptyState
      title={`Nothing written on ${date}`}
      action={
        <AppLink href={formOf({ entryDate: day })} className={buttonStyle('primary')}>
          Write this day
        </AppLink>
      }
    />
  )
}

/** Their addresses replace this one: however many days one has read, Back leads to the list. */
function Neighbours({ day }: { day: string }) {
  const { previous, next } = useNeighbours(day)
  const style = buttonStyle('ghost', '-mx-4 text-accent!')
  return (
    <nav aria-label="Days" className="month-heading flex-wrap">
      {previous && (
        <AppLink replace rel="prev" href={readingOf(previous)} title={longDay(previous)} className={style}>
          <ChevronLeftIcon />
          Previous day
        </AppLink>
      )}
      {next && (
        <AppLink
          replace
          rel="next"
          href={readingOf(next)}
          title={longDay(next)}
          className={cn(style, 'ml-auto')}
        >
          Next day
          <ChevronRightIcon />
        </AppLink>
      )}
    </nav>
  )
}

function WordsSkeleton() {
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="size-[2.25rem] rounded-full" />
      {[100, 92, 100, 56].map((width, line) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Skeleton key={line} className="h-5" style={{ width: `${width}%` }} />
      ))}
    </Loading>
  )
}
