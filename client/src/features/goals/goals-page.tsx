import { useQuery } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { GoalView } from '@shared/goals'
import { AsKept } from '@/components/as-kept'
import { FailureLine, LoadFailure } from '@/components/load-failure'
import { Notice } from '@/components/notice'
import { PageHeader } from '@/components/page-header'
import { RetryButton } from '@/components/retry-button'
import { ButtonLink } from '@/components/ui/button-link'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { useUser } from '@/features/auth/use-user'
import { messageOf } from '@/lib/api/api'
import { monthName } from '@/lib/dates/dates'
import { useKept } from '@/lib/device/use-kept'
import { useRestored } from '@/lib/saving/use-restored'
import { useNow } from '@/lib/dates/use-now'
import { GoalCard, type GoalGroup } from './goal-card'
import { useGoalActivity } from './goal-days'
import { goalQueries } from './goals-queries'
import { goalMarkSender } from './marks-queries'
import { useWaitingGoals } from './use-waiting-goals'
import { WaitingGoals } from './waiting-goals'

const groupsOf = (now: Date): GoalGroup[] => [
  {
    timeline: 'long-term',
    title: '5-Year Vision',
    empty: 'No long-term goals yet',
    invitation: 'Add your first 5-year goal',
    another: 'Add another 5-year goal',
  },
  {
    timeline: 'annual',
    title: '2025 Goals',
    empty: 'No annual goals yet',
    invitation: 'Add your first annual goal',
    another: 'Add another annual goal',
  },
  {
    timeline: 'monthly',
    title: `${monthName(now)} Key Results`,
    empty: 'No monthly goals yet',
    invitation: 'Add your first monthly goal',
    another: 'Add another monthly goal',
  },
]

export function GoalsPage() {
  const now = useNow()
  return (
    <>
      <PageHeader
        title="Goals"
        action={
          <ButtonLink href="/goals/new">
            <PlusIcon />
            Add Goal
          </ButtonLink>
        }
      />
      <Goals groups={groupsOf(now)} now={now} />
    </>
  )
}

function Goals({ groups, now }: { groups: GoalGroup[]; now: Date }) {
  const goals = useQuery(goalQueries.list())
  const activity = useGoalActivity(now)
  const { kept, isReading } = useKept(goals, (copies) => copies?.goals ?? null)
  const waiting = useWaitingGoals()
  useRestored(useUser().id, goalMarkSender)
  const data = goals.data ?? kept?.goals

  const isAwaited = useFirstSecond() && activity.isPending
  if (data ? isAwaited : goals.isPending || isReading) return <GoalsSkeleton groups={groups} />
  if (!data)
    return (
      <>
        <LoadFailure
          title="We couldn't load your goals"
          error={goals.error}
          onRetry={() => void goals.refetch()}
          pending={goals.isFetching}
        />
        {waiting.saves.length > 0 && (
          <Card title="On this device">
            <WaitingGoals saves={waiting.saves} />
          </Card>
        )}
      </>
    )

  const shown = data.map(waiting.applied)
  const titles = new Map(shown.map(({ id, title }) => [id, title]))
  const aboutOf = (goal: GoalView) => ({
    savedAt: waiting.savedAtOf(goal),
    partOf: goal.parentId ? titles.get(goal.parentId) : undefined,
  })
  return (
    <div className="flex flex-col gap-4">
      <AsKept readAt={kept?.readAt} />
      {goals.isError && !kept && (
        <Notice
          tone="warn"
          title="This list may be out of date"
          actions={
            <RetryButton
              error={goals.error}
              onRetry={() => void goals.refetch()}
              pending={goals.isFetching}
            />
          }
        >
          {messageOf(goals.error)}
        </Notice>
      )}
      {activity.isError && !activity.data && (
        <FailureLine
          title="We couldn't load the days of your goals."
          error={activity.error}
          onRetry={() => void activity.refetch()}
          pending={activity.isFetching}
        />
      )}
      {groups.map((group) => (
        <GoalCard
          key={group.timeline}
          group={group}
          goals={shown.filter((goal) => goal.timeline === group.timeline)}
          created={waiting.saves.filter(({ base, values }) => !base && values.timeline === group.timeline)}
          aboutOf={aboutOf}
          now={now}
        />
      ))}
    </div>
  )
}

/** Whether the screen has been there for less than a second: so long its list waits for the days, which would move it. */
function useFirstSecond(): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), 1_000)
    return () => clearTimeout(timer)
  }, [])
  return !isOver
}

function GoalsSkeleton({ groups }: { groups: GoalGroup[] }) {
  return (
    <Loading className="flex flex-col gap-4">
      {groups.map(({ timeline, title }) => (
        <Card key={timeline} title={title}>
          <div className="flex gap-4">
            <Skeleton className="size-[22px] rounded-full" />
            <div className="flex grow flex-col gap-2">
              <Skeleton className="h-5 w-3/5" />
              <Skeleton className="h-4 w-2/5" />
            </div>
          </div>
        </Card>
      ))}
    </Loading>
  )
}
