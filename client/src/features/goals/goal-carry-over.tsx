import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewPeriod } from '@shared/review-period'
import { RetryButton } from '@/components/retry-button'
import { Button } from '@/components/ui/button'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { useUser } from '@/features/auth/use-user'
import { messageOf } from '@/lib/api/api'
import { localMidnight } from '@/lib/dates/days'
import { useRestored } from '@/lib/saving/use-restored'
import { goalQueries } from './goals-queries'
import { goalMarkSender } from './marks-queries'
import { UndecidedGoals, undecidedOf } from './undecided-goals'
import { useLingering } from './use-lingering'
import { useWaitingGoals } from './use-waiting-goals'

const shownAtFirst = 5

/** Asks in the review of a month or year which goals go on, on the last day of the period as on the day after it. */
export function GoalCarryOver({ period, now }: { period: ReviewPeriod; now: Date }) {
  const goals = useQuery(goalQueries.list())
  const waiting = useWaitingGoals()
  const lingering = useLingering()
  const [showsAll, setShowsAll] = useState(false)
  useRestored(useUser().id, goalMarkSender)

  if (goals.isPending)
    return (
      <Loading>
        <Skeleton className="h-11" />
      </Loading>
    )
  if (!goals.data)
    return (
      <>
        <p role="alert" className="text-sm text-muted">
          We couldn&apos;t load your goals. {messageOf(goals.error)}
        </p>
        <RetryButton error={goals.error} onRetry={() => void goals.refetch()} pending={goals.isFetching} />
      </>
    )

  const nextDay = localMidnight(period.to)
  nextDay.setDate(nextDay.getDate() + 1)
  const asOf = now < nextDay ? nextDay : now
  const open = goals.data.map(waiting.applied).filter((goal) => !goal.achievedAt || lingering.has(goal.id))
  const groups = undecidedOf(open, asOf)
  const inOrder = groups.flatMap(({ goals }) => goals)
  const shown = new Set(inOrder.slice(0, showsAll ? undefined : shownAtFirst))
  return (
    <div className="flex flex-col gap-4 empty:hidden">
      {groups
        .filter(({ goals }) => goals.some((goal) => shown.has(goal)))
        .map((group) => (
          <UndecidedGoals
            key={group.period}
            {...group}
            shown={shown}
            aboutOf={(goal) => ({ savedAt: waiting.savedAtOf(goal) })}
            now={asOf}
            beforeMark={({ id }, isAchieved, row) => isAchieved && lingering.add(id, row)}
          />
        ))}
      {inOrder.length > shownAtFirst && (
        <Button
          variant="ghost"
          aria-expanded={showsAll}
          className="-mx-4 -my-2 self-start text-sm"
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : `Show all ${inOrder.length}`}
        </Button>
      )}
    </div>
  )
}
