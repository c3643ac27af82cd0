import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { BookOpenIcon, PlusIcon, SearchXIcon } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { AsKept } from '@/components/as-kept'
import { EmptyState } from '@/components/empty-state'
import { LoadFailure } from '@/components/load-failure'
import { PageHeader } from '@/components/page-header'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { useUser } from '@/features/auth/use-user'
import { useRestored } from '@/lib/saving/use-restored'
import { cn } from '@/lib/screen/cn'
import { useConnection } from '@/lib/api/connection'
import { longMonth } from '@/lib/dates/dates'
import type { KeptCopies } from '@/lib/device/kept-copies'
import { useKept } from '@/lib/device/use-kept'
import { EntryList } from './entry-list'
import { journalQueries, type Pages } from './journal-queries'
import { keptView, ViewSwitch, type View } from './journal-view'
import { JumpToMonth } from './jump-to-month'
import { dayAfter } from './months'
import { NewerEntries } from './newer-entries'
import { ReadDay } from './read-day'
import { entrySender } from './saves-queries'
import { SearchBox } from './search-box'
import { useJournalAddress, useTopOnChange } from './use-journal-address'
import { useWaitingOfJournal, withWaiting, type ShownEntry, type WaitingEntry } from './waiting-queries'

type Journal = UseInfiniteQueryResult<Pages>

export function JournalPage() {
  const { day, ...place } = useJournalAddress()
  useTopOnChange(day ?? (place.q || place.month))
  return day ? <ReadDay key={day} day={day} /> : <JournalList {...place} />
}

function JournalList({ q, month, search, jumpTo }: Omit<ReturnType<typeof useJournalAddress>, 'day'>) {
  const [view, setView] = useState(keptView)
  const journal = useInfiniteQuery(journalQueries.pages({ q, month }))
  const { kept, isReading: isReadingKept } = useKept(journal, asPages, !q && !month)
  const data = journal.data ?? kept?.pages
  // Rendered with low priority: entries that arrive while one scrolls, and what is found while one types.
  const shown = useDeferredValue(data)
  const isRestored = useRestored(useUser().id, entrySender)
  const saves = useWaitingOfJournal()
  const isConnected = useConnection() === 'ok'
  const hasMore = journal.hasNextPage && !journal.isFetchNextPageError && isConnected
  const entries = useMemo(
    () => listed(shown, saves, { q, month, hasMore }),
    [shown, saves, q, month, hasMore],
  )
  const isReading = isReadingKept || !isRestored
  const isEmpty = data !== undefined && shown === data && entries.length === 0 && !isReading
  return (
    <>
      <PageHeader
        title="Journal"
        action={
          <ButtonLink href="/journal/new">
            <PlusIcon />
            New Entry
          </ButtonLink>
        }
      />
      {!(isEmpty && !q && !month) && (
        <div className="mb-2 flex flex-wrap items-center gap-1">
          <SearchBox q={q} pending={Boolean(q) && journal.isPlaceholderData} onSearch={search} />
          <ViewSwitch view={view} onView={setView} />
        </div>
      )}
      <p role="status" className={cn(q && 'min-h-6 text-sm text-muted')}>
        {q && foundIn(shown)}
      </p>
      <AsKept readAt={kept?.readAt} className="min-h-6" />
      {month && <NewerEntries month={month} onJump={jumpTo} />}
      <div>
        <div className="over-months @container pointer-events-none -mr-4 flex h-0 items-start justify-end">
          {!q && <JumpToMonth month={month} onJump={jumpTo} />}
        </div>
        <Entries
          q={q}
          view={view}
          month={month}
          journal={journal}
          isReading={isReading}
          data={data}
          shown={shown}
          entries={entries}
          isEmpty={isEmpty}
          onClear={() => search('')}
        />
      </div>
    </>
  )
}

/** In the shape of the server's answer. */
const asPages = (kept: KeptCopies | null): { readAt: string; pages: Pages } | null =>
  kept?.entries.length
    ? {
        readAt: kept.readAt,
        pages: { pages: [{ q: '', entries: kept.entries, total: undefined }], pageParams: [undefined] },
      }
    : null

/** The entries of a list with what waits to be sent. What is new is not searched, nor shown beyond what has been loaded where more can be. */
function listed(
  journal: Pages | undefined,
  saves: WaitingEntry[],
  { q, month, hasMore }: { q: string; month: string | undefined; hasMore: boolean },
): ShownEntry[] {
  const loaded = journal?.pages.flatMap(({ entries }) => entries) ?? []
  const known = new Set<string | undefined>(loaded.map(({ id }) => id))
  const isSearch = Boolean(journal ? journal.pages[0]?.q : q)
  const oldest = hasMore ? (loaded.at(-1)?.entryDate ?? '') : ''
  const isInPlace = (day: string) => !isSearch && day > oldest && (!month || day < dayAfter(month))
  return withWaiting(loaded, saves).filter(({ id, entryDate }) => known.has(id) || isInPlace(entryDate))
}

/** In words, once the answer is there. */
function foundIn(journal: Pages | undefined): string {
  const total = journal?.pages[0]?.total
  if (total === undefined) return ''
  if (total === 0) return 'No entries found'
  return total === 1 ? '1 entry found' : `${total} entries found`
}

type Props = {
  q: string
  view: View
  month: string | undefined
  journal: Journal
  /** What is on this device is being read. */
  isReading: boolean
  /** The entries from the server or, without a connection, those kept on this device. */
  data: Pages | undefined
  shown: Pages | undefined
  /** With what waits to be sent. */
  entries: ShownEntry[]
  isEmpty: boolean
  onClear: () => void
}

function Entries({ q, view, month, journal, isReading, data, shown, entries, isEmpty, onClear }: Props) {
  if (journal.isError && !data && !isReading)
    return (
      <div className="pt-6">
        <LoadFailure
          title={q ? "We couldn't search your journal" : "We couldn't load your journal"}
          error={journal.error}
          onRetry={() => void journal.refetch()}
          pending={journal.isFetching}
        />
        {entries.length > 0 && <EntryList entries={entries} q={q} view={view} loading={journal} isShown />}
      </div>
    )
  if (!shown || !data) return <EntriesSkeleton />
  if (isEmpty) {
    if (q) return <NothingFound onClear={onClear} />
    return month ? (
      <EmptyState className="pt-12" title={`No entries in ${longMonth(month)} or earlier`} />
    ) : (
      <NoEntries />
    )
  }
  const found = shown.pages[0]?.q ?? ''
  return (
    <EntryList
      key={`${String(shown.pageParams[0])} ${found}`}
      entries={entries}
      q={found}
      view={view}
      loading={journal}
      isShown={shown === data}
    />
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Card className="mt-2">
      <EmptyState
        icon={<SearchXIcon size={32} />}
        title="No entry has all of these words"
        description="Try fewer words, or just part of a word."
        action={
          <Button variant="secondary" onClick={onClear}>
            Show all entries
          </Button>
        }
      />
    </Card>
  )
}

function NoEntries() {
  return (
    <Card>
      <EmptyState
        icon={<BookOpenIcon size={32} />}
        title="Start Your Journey"
        description="Begin reflecting on your daily experiences and emotions"
        action={<ButtonLink href="/journal/new">Write Your First Entry</ButtonLink>}
      />
    </Card>
  )
}

function EntriesSkeleton() {
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="mt-2 mb-px h-7 w-40" />
      {[72, 88, 56].map((width) => (
        <Card key={width}>
          <div className="flex items-center gap-3">
            <Skeleton className="size-7 rounded-full" />
            <Skeleton className="h-5 w-40" />
          </div>
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4" style={{ width: `${width}%` }} />
        </Card>
      ))}
    </Loading>
  )
}
