import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/api/api'
import { withKept } from '@/lib/device/use-kept'

const all = ['today'] as const

export const todayQueries = {
  all,
  /** What Home shows of a day. */
  of: (date: string) =>
    queryOptions({
      queryKey: [...all, date],
      queryFn: async () => {
        const today = await api('GET /api/today', { query: { date } })
        const { entry } = today
        if (entry) void withKept((kept) => kept.entrySeen(entry))
        return today
      },
    }),
}
