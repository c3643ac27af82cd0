import { queryOptions } from '@tanstack/react-query'
import type { ReviewPeriod } from '@shared/review-period'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { api } from '@/lib/api/api'

export const reviewQueries = {
  of: ({ from, to }: ReviewPeriod) =>
    queryOptions({
      // Like the figures, it is read again after a change of an entry or a goal.
      queryKey: [...analyticsQueries.all, 'review', { from, to }],
      queryFn: () => api('GET /api/review', { query: { from, to } }),
    }),
}
