import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { BookOpenIcon, PlusIcon, SearchXIcon } from 'lucide-react'
import { useDeferredValue } from 'react'
import { EmptyState } from '@/components/empty-state'
import { LoadFailure } from '@/components/load-failure'
import { PageHeader } from '@/components/page-header'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { cn } from '@/lib/screen/cn'
import { longMonth, shortTime } from '@/lib/dates/dates'
import { EntryList } from './entry-list'
import { journalQueries, type Pages } from './journal-queries'
import { useKeptJournal } from './kept-entries-queries'
import { JumpToMonth } from './jump-to-month'
import { NewerEntries } from './newer-entries'
import { SearchBox } from './search-box'
import { useJournalAddress, useTopOnChange } from './use-journal-address'

type Journal = UseInfiniteQueryResult<Pages>

export function JournalPage() {
  const { q, month, search, jumpTo } = useJournalAddress()
  const journal = useInfiniteQuery(journalQueries.pages({ q, month }))
  const kept = useKeptJournal(journal, !q && !month)
  const data = journal.data ?? kept.pages
  // Rendered with low priority: entries that arrive while one scrolls, and what is found while one types.
  const shown = useDeferredValue(data)
  useTopOnChange(q || month)
  const isEmpty = !q && !month && journal.data && isWithoutEntries(journal.data)
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
      {!isEmpty && <SearchBox q={q} pending={Boolean(q) && journal.isPlaceholderData} onSearch={search} />}
      <p role="status" className={cn((q || kept.readAt) && 'min-h-6 text-sm text-muted')}>
        {q ? foundIn(shown) : kept.readAt && `As kept on this device on ${shortTime(kept.readAt)}`}
      </p>
      {month && <NewerEntries month={month} onJump={jumpTo} />}
      <div>
        <div className="over-months @container pointer-events-none -mr-4 flex h-0 items-start justify-end">
          {!q && <JumpToMonth month={month} onJump={jumpTo} />}
        </div>
        <Entries
          q={q}
          month={month}
          journal={journal}
          isReading={kept.isReading}
          data={data}
          shown={shown}
          onClear={() => search('')}
        />
      </div>
    </>
  )
}

const isWithoutEntries = ({ pages }: Pages) => pages.every(({ entries }) => entries.length === 0)

/** In words, once the answer is there. */
function foundIn(journal: Pages | undefined): string {
  const total = journal?.pages[0]?.total
  if (total === undefined) return ''
  if (total === 0) return 'No entries found'
  return total === 1 ? '1 entry found' : `${total} entries found`
}

type Props = {
  q: string
  month: string | undefined
  journal: Journal
  /** The entries kept on this device are being loaded. */
  isReading: boolean
  /** The entries from the server or, without a connection, those kept on this device. */
  data: Pages | undefined
  shown: Pages | undefined
  onClear: () => void
}

function Entries({ q, month, journal, isReading, data, shown, onClear }: Props) {
  if (journal.isError && !data && !isReading)
    return (
      <div className="pt-6">
        <LoadFailure
          title={q ? "We couldn't search your journal" : "We couldn't load your journal"}
          error={journal.error}
          onRetry={() => void journal.refetch()}
          pending={journal.isFetching}
        />
      </div>
    )
  if (!shown || !data) return <EntriesSkeleton />
  if (isWithoutEntries(data)) {
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
      journal={shown}
      q={found}
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
