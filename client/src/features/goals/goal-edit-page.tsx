import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'wouter'
import type { GoalInput } from '@shared/goal-input'
import { FormSkeleton } from '@/components/form-skeleton'
import { LoadFailure } from '@/components/load-failure'
import { PageHeader } from '@/components/page-header'
import { ButtonLink } from '@/components/ui/button-link'
import { pageUser } from '@/lib/page-user'
import { GoalForm } from './goal-form'
import { goalQueries, useUpdateGoal } from './goals-queries'

export function GoalEditPage() {
  const id = useParams().id?.trim()
  return id ? <GoalEditor key={id} id={id} /> : <NoGoal title="Invalid goal ID" />
}

function GoalEditor({ id }: { id: string }) {
  const [, navigate] = useLocation()
  const goal = useQuery(goalQueries.goal(id))
  const update = useUpdateGoal(id)

  if (goal.data === null) return <NoGoal title="Goal not found" />

  async function save(values: GoalInput) {
    await update.mutateAsync(values)
    if (!pageUser.isOver) navigate('/goals')
  }

  return (
    <>
      <PageHeader
        title="Edit Goal"
        // An empty line while it loads, so that the layout does not shift.
        subtitle={goal.data ? `Update your ${goal.data.timeline} goal` : goal.isPending && '\u00a0'}
        back="/goals"
      />
      {goal.isPending ? (
        <FormSkeleton heights={['h-11', 'h-11', 'h-11', 'h-11', 'h-11']} />
      ) : goal.data ? (
        <GoalForm
          goal={goal.data}
          submitLabel="Save Changes"
          savingLabel="Saving..."
          cancel={
            <ButtonLink href="/goals" variant="secondary">
              Cancel
            </ButtonLink>
          }
          onSave={save}
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
