import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ErrorBoundary } from '@/components/error-boundary'
import { LoadFailure } from '@/components/load-failure'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { dayOf } from '@/lib/dates/days'
import { useNow } from '@/lib/dates/use-now'
import { analyticsQueries } from './analytics-queries'
import { weekOf } from './calendar'
import { StreakCard } from './streak-card'
import { useRenewedDaily } from './use-renewed-daily'
import { WeekPicture } from './week-picture'
import { WeekTiles } from './week-tiles'

export function Weekly() {
  const now = useNow()
  const today = dayOf(now)
  const [from = today, , , , , , to = today] = weekOf(today)
  const week = useQuery(analyticsQueries.weeklyCount(today))
  const streak = useQuery(analyticsQueries.streak(today))
  const days = useQuery(analyticsQueries.days({ from, to }))
  useRenewedDaily(days, today)
  const failed = [week, streak, days].filter(hasFailed)
  return (
    <>
      {!(hasFailed(week) && hasFailed(days)) && (
        <Card title="This Week" description="Journal Consistency">
          {week.data && <WeekTiles weeklyCount={week.data.weeklyCount} now={now} />}
          {week.isPending && <TilesSkeleton />}
          {!hasFailed(days) && (
            <ErrorBoundary part="This picture">
              <WeekPicture today={today} days={days.data} />
            </ErrorBoundary>
          )}
        </Card>
      )}
      {streak.data && <StreakCard {...streak.data} />}
      {streak.isPending && <StreakSkeleton />}
      {failed[0] && (
        <LoadFailure
          title="We couldn't load your progress"
          error={failed[0].error}
          onRetry={() => failed.forEach((query) => void query.refetch())}
          pending={failed.some((query) => query.isFetching)}
        />
      )}
    </>
  )
}

const hasFailed = ({ isError, data }: UseQueryResult) => isError && data === undefined

function TilesSkeleton() {
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="h-[74px]" />
      <Skeleton className="h-6 w-3/5" />
    </Loading>
  )
}

function StreakSkeleton() {
  return (
    <Card title="Current Streak">
      <Loading className="flex flex-col gap-4">
        <Skeleton className="h-9 w-2/5" />
        <Skeleton className="h-2" />
        <Skeleton className="-mt-2 h-5 w-1/4" />
      </Loading>
    </Card>
  )
}
