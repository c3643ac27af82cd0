import { queryOptions } from '@tanstack/react-query'
import type { DayRange, JournalDayView } from '@shared/analytics'
import { api } from '@/lib/api/api'

const all = ['analytics'] as const

/** The days with an entry, by date. */
export type JournalDays = ReadonlyMap<string, JournalDayView>

const byDate = (days: JournalDayView[]): JournalDays => new Map(days.map((day) => [day.date, day]))

const days = (range: DayRange) =>
  queryOptions({
    queryKey: [...all, 'days', range],
    queryFn: () => api('GET /api/analytics/days', { query: range }),
    select: byDate,
  })

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
  days,
  daysOfYear: (year: string) => days({ from: `${year}-01-01`, to: `${year}-12-31` }),
}
