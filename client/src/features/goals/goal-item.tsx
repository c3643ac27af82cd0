import type { GoalView } from '@shared/goals'
import { DeleteIcon, EditIcon } from '@/components/icons'
import { IconButtonLink } from '@/components/ui/button-link'
import { IconButton } from '@/components/ui/icon-button'
import { toastFailure } from '@/lib/auth-errors'
import { isConfirmed } from '@/lib/confirm'
import { monthAndYear } from '@/lib/dates'
import { toast } from '@/lib/toast'
import { useDeleteGoal } from './goals-queries'

export function GoalItem({ goal, onDeleted }: { goal: GoalView; onDeleted: () => void }) {
  const deletion = useDeleteGoal(goal.id)

  async function remove() {
    if (!isConfirmed('Are you sure you want to delete this goal?')) return
    try {
      await deletion.mutateAsync()
    } catch (error) {
      return toastFailure('Failed to delete goal')(error)
    }
    toast({ title: 'Success', description: 'Goal deleted successfully' })
    onDeleted()
  }

  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 grow font-serif wrap-anywhere">{goal.title}</h3>
        <div className="-my-2.5 -mr-3 flex shrink-0">
          <IconButtonLink href={`/goals/edit/${goal.id}`} label={`Edit ${goal.title}`}>
            <EditIcon />
          </IconButtonLink>
          <IconButton
            label={`Delete ${goal.title}`}
            onClick={() => void remove()}
            pending={deletion.isPending}
          >
            <DeleteIcon />
          </IconButton>
        </div>
      </div>
      {goal.timeline === 'long-term' ? (
        <p className="text-sm text-muted">Created {monthAndYear(goal.createdAt)}</p>
      ) : (
        goal.description && (
          <p className="mt-0.5 text-sm wrap-anywhere whitespace-pre-wrap text-muted">{goal.description}</p>
        )
      )}
    </li>
  )
}
