import { useInfiniteQuery } from '@tanstack/react-query'
import { BookOpenIcon, PlusIcon } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, type RefObject } from 'react'
import type { JournalEntryView } from '@shared/journal'
import { EmptyState } from '@/components/empty-state'
import { LoadFailure } from '@/components/load-failure'
import { PageHeader } from '@/components/page-header'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { EntriesBatch } from './entries-batch'
import { journalQueries } from './journal-queries'

export function JournalPage() {
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
      <Entries />
    </>
  )
}

function Entries() {
  const journal = useInfiniteQuery(journalQueries.pages())

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

  const batches = journal.data.pages
  if (batches.every((batch) => batch.length === 0)) return <NoEntries />

  return <Batches batches={batches} journal={journal} />
}

function Batches({ batches, journal }: { batches: JournalEntryView[][]; journal: Journal }) {
  // Entries that arrive while the user scrolls are rendered with low priority, and the next ones are loaded only then.
  const shown = useDeferredValue(batches)
  return (
    <div className="flex flex-col gap-4">
      {shown.map((entries, position) => (
        // After a deletion the entries move up from batch to batch, so the position is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <EntriesBatch key={position} entries={entries} />
      ))}
      <OlderEntries journal={journal} isShown={shown === batches} />
    </div>
  )
}

type Journal = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** Loads the next batch shortly before the end of the list scrolls into view; the button works without scrolling. */
function OlderEntries({ journal, isShown }: { journal: Journal; isShown: boolean }) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = journal
  const end = useRef<HTMLDivElement>(null)
  useWhenNear(end, hasNextPage && !isFetching && !isFetchNextPageError && isShown, fetchNextPage)

  if (!hasNextPage) return null
  return (
    <div ref={end} className="flex flex-col items-center gap-3">
      {isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger">
          We couldn&apos;t load older entries.
        </p>
      )}
      <Button variant="secondary" onClick={() => void fetchNextPage()} pending={isFetching}>
        {isFetchNextPageError ? 'Retry' : 'Show older entries'}
      </Button>
    </div>
  )
}

function useWhenNear(target: RefObject<Element | null>, active: boolean, act: () => unknown) {
  useEffect(() => {
    if (!active || !target.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && act(), {
      rootMargin: '1200px',
    })
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target, active, act])
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
