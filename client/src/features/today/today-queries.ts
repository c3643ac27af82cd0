import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/api/api'

const all = ['today'] as const

export const todayQueries = {
  all,
  /** What Home shows of a day. */
  of: (date: string) =>
    queryOptions({ queryKey: [...all, date], queryFn: () => api('GET /api/today', { query: { date } }) }),
}
