import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams } from 'wouter'
import type { GoalValues } from '@shared/goals'
import { FormSkeleton } from '@/components/form-skeleton'
import { LoadFailure } from '@/components/load-failure'
import { PageHeader } from '@/components/page-header'
import { ButtonLink } from '@/components/ui/button-link'
import { useUser } from '@/features/auth/use-user'
import { isOutOfReach } from '@/lib/api/api'
import { pageUser } from '@/lib/api/page-user'
import { goBackTo, openedFrom } from '@/lib/screen/navigation'
import { useWaiting } from '@/lib/saving/save'
import { useRestored, useUnread } from '@/lib/saving/use-restored'
import { GoalForm } from './goal-form'
import { goalQueries } from './goals-queries'
import { useGoalsAtOnce } from './known-goal-queries'
import { goalSender } from './saves-queries'

export function GoalEditPage() {
  const id = useParams().id?.trim()
  return id ? <GoalEditor key={id} id={id} /> : <NoGoal title="Invalid goal ID" />
}

function GoalEditor({ id }: { id: string }) {
  useGoalsAtOnce()
  const [, navigate] = useLocation()
  // From a talk one returns to it.
  const from = openedFrom() === '/voice' ? '/voice' : '/goals'
  const goal = useQuery(goalQueries.goal(id))
  const isRestored = useRestored(useUser().id, goalSender)
  const waiting = useWaiting<Partial<GoalValues>>('goal').find(({ base }) => base?.id === id)
  const client = useQueryClient()
  const isNotLoaded = goal.data === undefined
  const isShownUnread = useUnread(id, isNotLoaded && (waiting !== undefined || isOutOfReach(goal.error)))

  if (goal.data === null) return <NoGoal title="Goal not found" />

  // If the server cannot be reached, the goal from the list. A newer version on the server is found as a conflict on saving.
  const isUnread = isNotLoaded && isShownUnread
  const list = isUnread ? client.getQueryData(goalQueries.list().queryKey) : undefined
  const opened = goal.data ?? list?.find((known) => known.id === id) ?? null
  const timeline = waiting?.values.timeline ?? opened?.timeline

  return (
    <>
      <PageHeader
        title="Edit Goal"
        // An empty line while it loads, so that the layout does not shift.
        subtitle={timeline ? `Update your ${timeline} goal` : goal.isPending && '\u00a0'}
        back={from}
      />
      {!isRestored || (goal.isPending && !isUnread) ? (
        <FormSkeleton heights={['h-11', 'h-11', 'h-11', 'h-11', 'h-11']} />
      ) : timeline ? (
        <GoalForm
          goal={opened}
          isUnread={isUnread}
          opened={waiting}
          submitLabel="Save Changes"
          savingLabel="Saving..."
          cancel={
            <ButtonLink href={from} isReturn={from === '/voice'} variant="secondary">
              Cancel
            </ButtonLink>
          }
          onSaved={() => pageUser.isOver || goBackTo('/voice') || navigate('/goals')}
        />
      ) : (
        <LoadFailure
          title="We couldn't load this goal"
          error={goal.error}
          onRetry={() => void goal.refetch()}
          pending={goal.isFetching}
        />
      )}
    </>
  )
}

function NoGoal({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} back="/goals" />
      <p className="text-muted">It may have been deleted, or the link is incomplete.</p>
      <ButtonLink href="/goals" className="mt-6 self-start">
        Back to Goals
      </ButtonLink>
    </>
  )
}
