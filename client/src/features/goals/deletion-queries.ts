import { mutationOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { GoalView } from '@shared/goals'
import { refreshJournal } from '@/features/journal/journal-queries'
import { api, isMissing } from '@/lib/api/api'
import { withKept } from '@/lib/device/use-kept'
import { toldOfDeletion } from '@/lib/saving/undo-deletion'
import { afterSave, changeGoals, refreshGoals } from './goals-queries'

/** The days on which it was worked on have it again, as they lose it with a deletion. */
export const afterRestore = (client: QueryClient, goal: GoalView) =>
  Promise.all([afterSave(client, goal), refreshJournal(client)])

const deletionOf = (client: QueryClient, id: string) =>
  mutationOptions({
    meta: {
      done: toldOfDeletion<GoalView>(client, 'Goal', id, (goal) => afterRestore(client, goal)),
      failed: 'Failed to delete goal',
    },
    mutationFn: () => api('DELETE /api/goals/:id', { id }),
    onSuccess: () => {
      void withKept((kept) => kept.goalDeleted(id))
      changeGoals(client, (goals) => goals.filter((goal) => goal.id !== id))
      void refreshGoals(client)
      void refreshJournal(client)
    },
    // Another window has deleted it.
    onError: (error) => void (isMissing(error) && refreshGoals(client)),
  })

export const useDeleteGoal = (id: string) => useMutation(deletionOf(useQueryClient(), id))

/** Deletes a goal whose row may be gone by then. */
export function useDeleteGoals() {
  const client = useQueryClient()
  return (id: string) => client.getMutationCache().build(client, deletionOf(client, id)).execute(undefined)
}
