import { queryOptions } from '@tanstack/react-query'
import type { MonthlyGoalsView, StreakView, WeeklyCountView } from '@shared/analytics'
import { api } from '@/lib/api'

const all = ['analytics'] as const

export const analyticsQueries = {
  all,
  streak: () =>
    queryOptions({
      queryKey: [...all, 'streak'],
      queryFn: () => api.get<StreakView>('/api/analytics/streak'),
    }),
  weeklyCount: () =>
    queryOptions({
      queryKey: [...all, 'weekly-count'],
      queryFn: () => api.get<WeeklyCountView>('/api/analytics/weekly-count'),
    }),
  monthlyGoals: () =>
    queryOptions({
      queryKey: [...all, 'monthly-goals'],
      queryFn: () => api.get<MonthlyGoalsView>('/api/analytics/monthly-goals'),
    }),
}
