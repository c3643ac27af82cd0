import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { GoalFilter, GoalView } from '@shared/goals'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { api, nullIfMissing } from '@/lib/api/api'
import { orKept, withKept } from '@/lib/device/use-kept'

const all = ['goals'] as const
const lists = [...all, 'list'] as const

export const goalQueries = {
  all,
  list: (filter: GoalFilter = {}) =>
    queryOptions({
      queryKey: [...lists, filter],
      queryFn: async () => {
        const goals = await api('GET /api/goals', { query: filter })
        if (!filter.timeline) void withKept((kept) => kept.renewGoals(goals))
        return goals
      },
    }),
  goal: (id: string) =>
    queryOptions({
      queryKey: [...all, 'goal', id],
      queryFn: () =>
        nullIfMissing(api('GET /api/goals/:id', { id })).catch(
          orKept(({ goals }) => goals?.goals.find((goal) => goal.id === id)),
        ),
      // A form must not be filled from the cache of an earlier visit.
      gcTime: 0,
    }),
}

/** Puts the server's answer into the lists that have the goal, and into the copy on this device. */
export function showGoal(client: QueryClient, changed: GoalView) {
  void withKept((kept) => kept.goalSaved(changed))
  changeGoals(client, (goals) => goals.map((goal) => (goal.id === changed.id ? changed : goal)))
}

/** Changes the lists that have been loaded, until they are refetched. */
export const changeGoals = (client: QueryClient, change: (goals: GoalView[]) => GoalView[]) =>
  client.setQueriesData<GoalView[]>({ queryKey: lists }, (goals) => goals && change(goals))

export function afterSave(client: QueryClient, saved: GoalView) {
  showGoal(client, saved)
  return refreshGoals(client)
}

/** After a change the lists and the figures computed from them are refetched. */
export async function refreshGoals(client: QueryClient) {
  await Promise.all([
    client.invalidateQueries({ queryKey: lists }),
    client.invalidateQueries({ queryKey: analyticsQueries.all }),
  ])
}
