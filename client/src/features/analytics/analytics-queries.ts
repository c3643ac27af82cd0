import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/api'

const all = ['analytics'] as const

export const analyticsQueries = {
  all,
  streak: () =>
    queryOptions({
      queryKey: [...all, 'streak'],
      queryFn: () => api('GET /api/analytics/streak'),
    }),
  weeklyCount: () =>
    queryOptions({
      queryKey: [...all, 'weekly-count'],
      queryFn: () => api('GET /api/analytics/weekly-count'),
    }),
  monthlyGoals: () =>
    queryOptions({
      queryKey: [...all, 'monthly-goals'],
      queryFn: () => api('GET /api/analytics/monthly-goals'),
    }),
}
