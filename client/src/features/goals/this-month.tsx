import { useQuery } from '@tanstack/react-query'
import { FlameIcon } from 'lucide-react'
import { AppLink } from '@/components/app-link'
import { AsKept } from '@/components/as-kept'
import { FailureLine } from '@/components/load-failure'
import { buttonStyle } from '@/components/ui/button-styles'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { WaitingToSend } from '@/components/waiting-to-send'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { useUser } from '@/features/auth/use-user'
import { isOutOfReach } from '@/lib/api/api'
import { dayOf } from '@/lib/dates/days'
import { useKept } from '@/lib/device/use-kept'
import { useRestored } from '@/lib/saving/use-restored'
import { GoalCheckbox } from './goal-item'
import { goalQueries } from './goals-queries'
import { goalMarkSender } from './marks-queries'
import { useLingering } from './use-lingering'
import { useWaitingGoals } from './use-waiting-goals'

const title = 'This month'
const mostGoals = 5

/** On Home: the open monthly goals and the streak; nothing if there is neither. */
export function ThisMonth({ now }: { now: Date }) {
  const goals = useQuery(goalQueries.list())
  const streak = useQuery(analyticsQueries.streak(dayOf(now)))
  const { kept, isReading } = useKept(goals, (copies) => copies?.goals ?? null)
  const waiting = useWaitingGoals()
  const lingering = useLingering()
  useRestored(useUser().id, goalMarkSender)
  const data = goals.data ?? kept?.goals

  if (streak.isPending || (!data && (goals.isPending || isReading))) return <ThisMonthSkeleton />

  const open = (data ?? [])
    .map(waiting.applied)
    .filter((goal) => goal.timeline === 'monthly' && (!goal.achievedAt || lingering.has(goal.id)))
  const days = streak.data?.streak ?? 0
  // That the server cannot be reached is told by the card of today.
  const hasFailed = !data && !isOutOfReach(goals.error)
  if (!open.length && !days && !hasFailed) return null

  return (
    <Card title={title} action={days > 0 && <Streak days={days} />}>
      {open.length > 0 && <AsKept readAt={kept?.readAt} />}
      {hasFailed && (
        <FailureLine
          title="We couldn't load your goals."
          error={goals.error}
          onRetry={() => void goals.refetch()}
          pending={goals.isFetching}
        />
      )}
      {open.length > 0 && (
        <ul data-rows tabIndex={-1} className="divide-y divide-line">
          {open.slice(0, mostGoals).map((goal) => {
            const savedAt = waiting.savedAtOf(goal)
            return (
              <li key={goal.id} data-row className="flex items-start gap-x-1 py-3 first:pt-0 last:pb-0">
                <GoalCheckbox
                  goal={goal}
                  beforeMark={({ id }, isAchieved, row) => isAchieved && lingering.add(id, row)}
                />
                <div className="min-w-0 grow">
                  <p dir="auto" className="font-serif wrap-anywhere">
                    {goal.title}
                  </p>
                  {savedAt !== undefined && <WaitingToSend savedAt={savedAt} className="mt-1" />}
                </div>
              </li>
            )
          })}
        </ul>
      )}
      {open.length > mostGoals && (
        <AppLink href="/goals" className={buttonStyle('ghost', '-mx-4 -my-2 self-start text-sm')}>
          Show all {open.length}
        </AppLink>
      )}
    </Card>
  )
}

const Streak = ({ days }: { days: number }) => (
  <p className="mt-2.5 mr-3 mb-2 flex items-center gap-1 text-sm text-muted">
    <FlameIcon aria-hidden className="size-4 text-accent" />
    <span className="tabular-nums">
      {days} {days === 1 ? 'day' : 'days in a row'}
    </span>
  </p>
)

const ThisMonthSkeleton = () => (
  <Card title={title}>
    <Loading className="flex flex-col gap-6">
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex gap-4">
          <Skeleton className="size-[22px] rounded-full" />
          <Skeleton className="h-5 w-3/5" />
        </div>
      ))}
    </Loading>
  </Card>
)
