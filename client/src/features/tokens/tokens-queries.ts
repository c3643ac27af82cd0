import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TokensOff, TokenView } from '@shared/tokens'
import type { Scope } from '@shared/scopes'
import { authQueries } from '@/features/auth/auth-queries'
import { api, ApiError, ConnectionError, fieldErrorsOf, messageOf, nullIfMissing } from '@/lib/api/api'
import { needsRecentSignIn } from '@/lib/api/auth-errors'

export type TokenDraft = { name: string; scopes: Scope[]; expiresInDays: number }

/** `isOff`: the server has tokens switched off. */
type Tokens = { tokens: TokenView[]; isOff: boolean }

const isSwitchedOff = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 503 && !error.isAway

export const tokenQueries = {
  list: () =>
    queryOptions({
      queryKey: ['tokens'],
      async queryFn({ signal }): Promise<Tokens> {
        try {
          return { tokens: await api('GET /api/tokens', { signal }), isOff: false }
        } catch (error) {
          if (isSwitchedOff(error)) return { tokens: (error.body as TokensOff).tokens ?? [], isOff: true }
          throw error
        }
      },
      // Each visit asks anew.
      gcTime: 0,
    }),
}

export function useMakeToken() {
  const refresh = useRefresh(tokenQueries.list())
  return useMutation({
    meta: {
      failed(error) {
        if (needsRecentSignIn(error) || fieldErrorsOf(error).length) return ''
        const known = error instanceof ConnectionError ? 'It is not known whether a' : 'No'
        return `${known} token was made. ${messageOf(error)}`
      },
    },
    mutationFn: (body: TokenDraft) => api('POST /api/tokens', { body }),
    // The token itself is kept nowhere.
    gcTime: 0,
    onSettled: refresh,
  })
}

export function useWithdrawToken(id: string) {
  const refresh = useRefresh(tokenQueries.list())
  return useMutation({
    meta: {
      done: 'The token is withdrawn',
      failed: (error) => `The token was not withdrawn. ${messageOf(error)}`,
    },
    // One that has ended in the meantime only leaves the list.
    mutationFn: () => nullIfMissing(api('DELETE /api/tokens/:id', { id })),
    onSettled: refresh,
  })
}

/** Reads a list of what opens the account again. After a failure too: its answer may have been lost. */
export function useRefresh({ queryKey }: { queryKey: QueryKey }) {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: authQueries.events().queryKey })
    return client.invalidateQueries({ queryKey })
  }
}
