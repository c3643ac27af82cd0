import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { AccountEventView } from '@shared/account-events'
import { LoadFailure } from '@/components/load-failure'
import { Button } from '@/components/ui/button'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { shortTime } from '@/lib/dates/dates'
import { authQueries } from './auth-queries'
import { eventLine } from './event-line'

const shownAtFirst = 5

export function RecentActivity() {
  const titleId = useId()
  const events = useQuery(authQueries.events())
  return (
    <div className="border-t border-line pt-4">
      <h3 id={titleId} className="mb-1 font-medium">
        Recent activity
      </h3>
      {events.isPending ? (
        <Loading className="flex flex-col gap-3 py-2">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </Loading>
      ) : events.data ? (
        <Events titleId={titleId} events={events.data} />
      ) : (
        <LoadFailure
          title="We couldn't load your recent activity"
          error={events.error}
          onRetry={() => void events.refetch()}
          pending={events.isFetching}
        />
      )}
    </div>
  )
}

function Events({ titleId, events }: { titleId: string; events: AccountEventView[] }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!events.length)
    return (
      <p className="text-sm text-muted">Nothing yet. Sign-ins and account changes appear here for 90 days.</p>
    )
  return (
    <>
      <ul aria-labelledby={titleId} className="divide-y divide-line text-sm">
        {events.slice(0, isOpen ? undefined : shownAtFirst).map((event) => (
          <li key={event.id} className="py-2 wrap-anywhere">
            {eventLine(event)}
            <span className="block text-muted">
              <time dateTime={event.at}>{shortTime(event.at)}</time>
              {event.newNetwork && (
                <>
                  , <span className="font-medium text-ink">from a new network</span>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {events.length > shownAtFirst && (
        <Button
          variant="ghost"
          aria-expanded={isOpen}
          className="-mx-4 text-sm"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : `Show all ${events.length}`}
        </Button>
      )}
    </>
  )
}
