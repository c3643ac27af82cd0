import { queryOptions, useMutation } from '@tanstack/react-query'
import { useRefresh } from '@/features/tokens/tokens-queries'
import { api, ConnectionError, messageOf } from '@/lib/api/api'
import { needsRecentSignIn } from '@/lib/api/auth-errors'

export const calendarQueries = {
  /** Null if it has no address. */
  mine: () =>
    queryOptions({
      queryKey: ['calendar'],
      queryFn: ({ signal }) => api('GET /api/calendar', { signal }),
      // Each visit asks anew.
      gcTime: 0,
    }),
}

export function useMakeAddress() {
  const refresh = useRefresh(calendarQueries.mine())
  return useMutation({
    meta: {
      failed(error) {
        if (needsRecentSignIn(error)) return ''
        const known = error instanceof ConnectionError ? 'It is not known whether an' : 'No'
        return `${known} address was made. ${messageOf(error)}`
      },
    },
    mutationFn: (titles: boolean) => api('POST /api/calendar', { body: { titles } }),
    // The address itself is kept nowhere.
    gcTime: 0,
    onSettled: refresh,
  })
}

export function useWithdrawAddress() {
  const refresh = useRefresh(calendarQueries.mine())
  return useMutation({
    meta: {
      done: 'The address is withdrawn',
      failed: (error) => `The address was not withdrawn. ${messageOf(error)}`,
    },
    mutationFn: () => api('DELETE /api/calendar'),
    onSettled: refresh,
  })
}
