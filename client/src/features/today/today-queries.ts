import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/api'

const all = ['today'] as const

export const todayQueries = {
  all,
  /** What Home shows of a day, with the code that shows it: they load side by side, and fail as one. */
  of: (date: string) =>
    queryOptions({
      queryKey: [...all, date],
      queryFn: async () => {
        const [today, { TodayContent }] = await Promise.all([
          api('GET /api/today', { query: { date } }),
          import('./today-content'),
        ])
        return { today, TodayContent }
      },
    }),
}
