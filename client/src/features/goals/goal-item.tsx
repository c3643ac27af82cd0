import { PencilIcon } from 'lucide-react'
import type { GoalView } from '@shared/goals'
import { DeleteButton } from '@/components/delete-button'
import { IconButtonLink } from '@/components/ui/button-link'
import { monthAndYear } from '@/lib/dates'
import { useDeleteGoal } from './goals-queries'

export function GoalItem({ goal }: { goal: GoalView }) {
  const deletion = useDeleteGoal(goal.id)
  return (
    <li data-row className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start gap-x-2 gap-y-3">
        <h3 className="min-w-0 grow basis-24 font-serif wrap-anywhere">{goal.title}</h3>
        <div className="-my-2.5 -mr-3 ml-auto flex shrink-0">
          <IconButtonLink href={`/goals/edit/${goal.id}`} label={`Edit ${goal.title}`}>
            <PencilIcon />
          </IconButtonLink>
          <DeleteButton
            label={`Delete ${goal.title}`}
            question="Are you sure you want to delete this goal?"
            deletion={deletion}
          />
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
