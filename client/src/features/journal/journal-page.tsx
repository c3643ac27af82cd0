import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { BookOpenIcon, PlusIcon } from 'lucide-react'
import type { JournalEntryView } from '@shared/journal'
import { EmptyState } from '@/components/empty-state'
import { LoadFailure } from '@/components/load-failure'
import { PageHeader } from '@/components/page-header'
import { ButtonLink } from '@/components/ui/button-link'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { longMonth } from '@/lib/dates'
import { EntryList } from './entry-list'
import { journalQueries } from './journal-queries'
import { JumpToMonth } from './jump-to-month'
import { NewerEntries } from './newer-entries'
import { useJournalAddress, useTopOnChange } from './use-journal-address'

type Journal = UseInfiniteQueryResult<InfiniteData<JournalEntryView[]>>

export function JournalPage() {
  const { month, jumpTo } = useJournalAddress()
  const journal = useInfiniteQuery(journalQueries.pages({ month }))
  useTopOnChange(month)
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
      {month && <NewerEntries month={month} onJump={jumpTo} />}
      <div>
        <div className="over-months pointer-events-none -mr-2 flex h-0 justify-end">
          <JumpToMonth month={month} onJump={jumpTo} />
        </div>
        <Entries journal={journal} month={month} />
      </div>
    </>
  )
}

function Entries({ journal, month }: { journal: Journal; month: string | undefined }) {
  if (journal.isPending) return <EntriesSkeleton />
  if (!journal.data)
    return (
      <LoadFailure
        title="We couldn't load your journal"
        error={journal.error}
        onRetry={() => void journal.refetch()}
        pending={journal.isFetching}
      />
    )
  if (journal.data.pages.every((page) => page.length === 0))
    return month ? <EmptyState title={`No entries in ${longMonth(month)} or before`} /> : <NoEntries />

  return <EntryList key={month} pages={journal.data.pages} loading={journal} />
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
      <Skeleton className="my-1.5 -mb-2 h-7 w-40" />
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
