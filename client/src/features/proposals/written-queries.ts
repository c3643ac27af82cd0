import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { JournalEntryView } from '@shared/journal'
import { api, nullIfMissing } from '@/lib/api/api'

const all = ['proposals', 'written'] as const

export const writtenQueries = {
  all,
  /** The entries of these days, read one after another: the server takes few requests of one user at once. */
  of: (days: string[]) =>
    queryOptions({
      queryKey: [...all, days],
      queryFn: async ({ signal }) => {
        const written = new Map<string, JournalEntryView | null>()
        for (const date of days) {
          const entry = api('GET /api/journal-entries/by-date/:date', { date, signal })
          written.set(date, await nullIfMissing(entry))
        }
        return written
      },
      placeholderData: keepPreviousData,
      gcTime: 0,
    }),
}
