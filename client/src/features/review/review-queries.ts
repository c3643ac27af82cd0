import { queryOptions } from '@tanstack/react-query'
import type { ReviewPeriod } from '@shared/review-period'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { journalQueries } from '@/features/journal/journal-queries'
import { api } from '@/lib/api/api'

export const reviewQueries = {
  of: ({ from, to }: ReviewPeriod) =>
    queryOptions({
      // Like the figures, it is read again after a change of an entry or a goal.
      queryKey: [...analyticsQueries.all, 'review', { from, to }],
      queryFn: () => api('GET /api/review', { query: { from, to } }),
    }),
  /** What a draft quotes of a week or month; always fresh, and somebody waits for it. */
  entries: ({ name, from, to }: ReviewPeriod) =>
    queryOptions({
      queryKey: [...journalQueries.all, 'of-review', { from, to }],
      queryFn: () =>
        name === 'year' ? [] : api('GET /api/journal-entries', { query: { from, to }, limitMs: 8_000 }),
      staleTime: 0,
      gcTime: 0,
    }),
}
