import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/api'

export const authQueries = {
  events: () =>
    queryOptions({
      queryKey: ['account', 'events'],
      queryFn: ({ signal }) => api('GET /api/auth/events', { signal }),
      // Each visit asks anew.
      gcTime: 0,
    }),
}
