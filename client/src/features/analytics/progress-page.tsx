import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ChartNoAxesColumnIcon } from 'lucide-react'
import { useEffect } from 'react'
import { LoadFailure } from '@/components/load-failure'
import { PageHeader } from '@/components/page-header'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { dayOf } from '@/lib/days'
import { useNow } from '@/lib/use-now'
import { analyticsQueries } from './analytics-queries'
import { StreakCard } from './streak-card'
import { WeekCard } from './week-card'

export function ProgressPage() {
  return (
    <>
      <PageHeader title="Progress" />
      <Tabs defaultValue="weekly">
        <TabsList aria-label="Period">
          <TabsTrigger value="weekly">Weekly</TabsTrigger>
          <TabsTrigger value="monthly">Monthly</TabsTrigger>
          <TabsTrigger value="annual">Annual</TabsTrigger>
        </TabsList>
        <TabsContent value="weekly" className="flex flex-col gap-4">
          <Weekly />
        </TabsContent>
        <TabsContent value="monthly">
          <ComingSoon period="Monthly" />
        </TabsContent>
        <TabsContent value="annual">
          <ComingSoon period="Annual" />
        </TabsContent>
      </Tabs>
    </>
  )
}

function Weekly() {
  const now = useNow()
  const week = useQuery(analyticsQueries.weeklyCount())
  const streak = useQuery(analyticsQueries.streak())
  useRenewedDaily(week, now)
  useRenewedDaily(streak, now)
  const failed = [week, streak].filter((query) => query.isError && !query.data)
  return (
    <>
      {week.data && <WeekCard weeklyCount={week.data.weeklyCount} now={now} />}
      {week.isPending && <WeekSkeleton />}
      {streak.data && <StreakCard streak={streak.data.streak} />}
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

/** Refetches figures that were computed on another day. */
function useRenewedDaily({ dataUpdatedAt, refetch }: UseQueryResult, now: Date) {
  const today = dayOf(now)
  useEffect(() => {
    if (dataUpdatedAt > 0 && dayOf(new Date(dataUpdatedAt)) !== today) void refetch()
  }, [dataUpdatedAt, refetch, today])
}

function WeekSkeleton() {
  return (
    <Card title="This Week" description="Journal Consistency">
      <Loading className="flex flex-col gap-4">
        <Skeleton className="h-[74px]" />
        <Skeleton className="h-6 w-3/5" />
      </Loading>
    </Card>
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

function ComingSoon({ period }: { period: string }) {
  return (
    <Card title={`${period} Progress`} description="More detailed analytics coming soon">
      <ChartNoAxesColumnIcon size={40} className="mx-auto my-4 text-accent" />
    </Card>
  )
}
