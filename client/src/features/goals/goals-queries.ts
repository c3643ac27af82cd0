import {
  queryOptions,
  useMutation,
  useQueryClient,
  type MutationMeta,
  type QueryClient,
} from '@tanstack/react-query'
import type { GoalFilter, GoalInput } from '@shared/goal-input'
import type { GoalView } from '@shared/goals'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { api, isMissing, nullIfMissing } from '@/lib/api'

const all = ['goals'] as const
const lists = [...all, 'list'] as const

export const goalQueries = {
  all,
  list: (filter: GoalFilter = {}) =>
    queryOptions({
      queryKey: [...lists, filter],
      queryFn: () => api('GET /api/goals', { query: filter }),
    }),
  goal: (id: string) =>
    queryOptions({
      queryKey: [...all, 'goal', id],
      queryFn: () => nullIfMissing(api('GET /api/goals/:id', { id })),
      // A form must not be filled from the cache of an earlier visit.
      gcTime: 0,
    }),
}

export function useCreateGoal(
  meta: MutationMeta = { done: 'Goal created successfully', failed: 'Failed to create goal' },
) {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: (values: GoalInput) => api('POST /api/goals', { body: values }),
    onSuccess: () => refreshGoals(client),
  })
}

export function useUpdateGoal(id: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { done: 'Goal updated successfully', failed: 'Failed to update goal' },
    mutationFn: (values: GoalInput) => api('PATCH /api/goals/:id', { id, body: values }),
    onSuccess: () => refreshGoals(client),
  })
}

export function useDeleteGoal(id: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { done: 'Goal deleted successfully', failed: 'Failed to delete goal' },
    mutationFn: () => api('DELETE /api/goals/:id', { id }),
    onSuccess: () => {
      client.setQueriesData<GoalView[]>({ queryKey: lists }, (goals) =>
        goals?.filter((goal) => goal.id !== id),
      )
      void refreshGoals(client)
    },
    // Another window has deleted it.
    onError: (error) => void (isMissing(error) && refreshGoals(client)),
  })
}

/** After a change the lists and the figures computed from them are refetched. */
async function refreshGoals(client: QueryClient) {
  await Promise.all([
    client.invalidateQueries({ queryKey: lists }),
    client.invalidateQueries({ queryKey: analyticsQueries.all }),
  ])
}
