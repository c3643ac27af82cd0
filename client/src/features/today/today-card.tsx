import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AppLink } from '@/components/app-link'
import { RetryButton } from '@/components/retry-button'
import { buttonStyle } from '@/components/ui/button-styles'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { messageOf } from '@/lib/api/api'
import { dayOf } from '@/lib/dates/days'
import { useKept } from '@/lib/device/use-kept'
import { useWaiting } from '@/lib/saving/save'
import { useReadOnReturn } from '@/lib/screen/use-read-on-return'
import { keptDay } from './kept-day'
import type { LoadReview } from './review-offer'
import { TodayContent } from './today-content'
import { todayQueries } from './today-queries'
import { Unsaved } from './unsaved'

const title = 'Today'

type Props = {
  now: Date
  loadReview: LoadReview
  /** Shown below once the day is there, so that it is not moved when the day comes. */
  children: ReactNode
}

export function TodayCard({ now, loadReview, children }: Props) {
  const day = dayOf(now)
  const today = useQuery(todayQueries.of(day))
  const client = useQueryClient()
  // A text may have arrived, or an entry of another device. A new day is being read for the first time.
  useReadOnReturn(
    () =>
      void client.refetchQueries({
        queryKey: todayQueries.all,
        type: 'active',
        predicate: ({ state }) => state.data !== undefined && state.dataUpdatedAt < Date.now() - 1_000,
      }),
  )
  const { kept, isReading } = useKept(today, (copies) => keptDay(copies, day))
  const view = today.data ?? kept
  const isLoading = !view && (today.isPending || isReading)
  const isWritten = useWaiting<{ entryDate?: string }>('journal').some(
    ({ base, values }) => (values.entryDate ?? base?.entryDate) === day,
  )
  return (
    <>
      {view ? (
        <TodayContent title={title} day={day} now={now} loadReview={loadReview} {...view} />
      ) : isLoading ? (
        <Card title={title}>
          <MostCommonSkeleton />
        </Card>
      ) : (
        <Card title={title}>
          <p role="alert" className="text-sm text-muted">
            We couldn&apos;t load your day. {messageOf(today.error)}
          </p>
          <Unsaved />
          <div className="flex gap-2 *:grow">
            <RetryButton error={today.error} onRetry={() => void today.refetch()} />
            {!isWritten && (
              <AppLink href="/journal/new" className={buttonStyle('primary')}>
                Write
              </AppLink>
            )}
          </div>
        </Card>
      )}
      <div hidden={isLoading} className="empty:hidden">
        {children}
      </div>
    </>
  )
}

/** Of a day that is not written yet. */
const MostCommonSkeleton = () => (
  <Loading className="flex flex-col gap-4">
    <Skeleton className="h-11" />
    <div className="flex flex-col gap-2">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-12" />
    </div>
    <Skeleton className="h-11" />
    <Skeleton className="h-11" />
  </Loading>
)
