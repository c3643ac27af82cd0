import {
  queryOptions,
  useMutation,
  useQueryClient,
  type MutationMeta,
  type QueryClient,
} from '@tanstack/react-query'
import type { GoalFilter, GoalInput, GoalPatch, GoalView } from '@shared/goals'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { api, isMissing, messageOf, nullIfMissing, type Repeatable } from '@/lib/api'

const all = ['goals'] as const
const lists = [...all, 'list'] as const
const marking = [...all, 'mark'] as const

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

export function useCreateGoal(meta: MutationMeta) {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: ({ idempotencyKey, limitMs, ...values }: GoalInput & Repeatable) =>
      api('POST /api/goals', { body: values, idempotencyKey, limitMs }),
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

type GoalMark = Pick<GoalPatch, 'achieved' | 'keptOn'>

/** Shown at once, and taken back if the server refuses. */
export function useMarkGoals() {
  const client = useQueryClient()
  const change = (ids: string[], changed: (goal: GoalView) => GoalView) =>
    client.setQueriesData<GoalView[]>({ queryKey: lists }, (goals) =>
      goals?.map((goal) => (ids.includes(goal.id) ? changed(goal) : goal)),
    )
  return useMutation({
    mutationKey: marking,
    // One after the other: two marks of one goal reach the server in their order.
    scope: { id: 'goal marks' },
    meta: { failed: (error) => `Failed to update goal. ${messageOf(error)}` },
    mutationFn: ({ ids, ...mark }: GoalMark & { ids: string[] }) =>
      // The mark is shown already, so it has to arrive though the page is left at once.
      Promise.all(ids.map((id) => api('PATCH /api/goals/:id', { id, body: mark, keepalive: true }))),
    onMutate: async ({ ids, ...mark }) => {
      await client.cancelQueries({ queryKey: lists })
      const before = client.getQueryData(goalQueries.list().queryKey)
      change(ids, (goal) => marked(goal, mark))
      return before
    },
    onError: (_error, { ids }, before) =>
      change(ids, (goal) => before?.find(({ id }) => id === goal.id) ?? goal),
    // A list that is read while another mark is under way would show that goal as it was.
    onSettled: () => void (client.isMutating({ mutationKey: marking }) === 1 && refreshGoals(client)),
  })
}

function marked(goal: GoalView, { achieved, keptOn }: GoalMark): GoalView {
  if (keptOn) return { ...goal, keptOn }
  return { ...goal, achievedAt: achieved ? (goal.achievedAt ?? new Date().toISOString()) : null }
}

/** After a change the lists and the figures computed from them are refetched. */
export async function refreshGoals(client: QueryClient) {
  await Promise.all([
    client.invalidateQueries({ queryKey: lists }),
    client.invalidateQueries({ queryKey: analyticsQueries.all }),
  ])
}
