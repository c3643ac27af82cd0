import { useQuery } from '@tanstack/react-query'
import type { ReviewPeriod } from '@shared/review-period'
import { NotLoaded } from '@/components/load-failure'
import { useUser } from '@/features/auth/use-user'
import { localMidnight } from '@/lib/dates/days'
import { useRestored } from '@/lib/saving/use-restored'
import { goalQueries } from './goals-queries'
import { goalMarkSender } from './marks-queries'
import { UndecidedGoals, undecidedOf } from './undecided-goals'
import { useDecisions } from './use-decisions'
import { useWaitingGoals } from './use-waiting-goals'

/** Asks in the review of a month or year which goals go on, on the last day of the period as on the day after it. */
export function GoalCarryOver({ period, now }: { period: ReviewPeriod; now: Date }) {
  const goals = useQuery(goalQueries.list())
  const waiting = useWaitingGoals()
  const decisions = useDecisions((goals.data ?? []).map(waiting.applied))
  useRestored(useUser().id, goalMarkSender)

  if (!goals.data)
    return (
      <NotLoaded
        title="We couldn't load your goals."
        isLoading={goals.isPending}
        error={goals.error}
        onRetry={() => void goals.refetch()}
        pending={goals.isFetching}
      />
    )

  const nextDay = localMidnight(period.to)
  nextDay.setDate(nextDay.getDate() + 1)
  const asOf = now < nextDay ? nextDay : now
  const open = decisions.goals.filter((goal) => !goal.achievedAt)
  return (
    <div className="flex flex-col gap-4 empty:hidden">
      {undecidedOf(open, asOf).map((group) => (
        <UndecidedGoals
          key={group.period}
          {...group}
          decisions={decisions}
          aboutOf={(goal) => ({ savedAt: waiting.savedAtOf(goal) })}
          now={asOf}
        />
      ))}
    </div>
  )
}
