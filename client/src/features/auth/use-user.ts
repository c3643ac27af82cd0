import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { api, ApiError, isOutOfReach } from '@/lib/api/api'
import { isBusy } from '@/lib/api/query-client'
import { pageUser, setPageUser } from '@/lib/api/page-user'
import type { UserView } from '@shared/auth'

/** `isKept`: the user that this device remembers, because the server cannot be reached. */
export type CurrentUser = UserView & { isKept?: true }

/** null if nobody is signed in: not an error, so it does not redirect to sign-in. */
export const currentUser = queryOptions({
  queryKey: ['user'] as const,
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    const user: CurrentUser | null | undefined = await api('GET /api/auth/user', { signal })
      .catch(nullIfSignedOut)
      .catch(keptUserOr)
    setPageUser(user?.id ?? null)
    return user ?? null
  },
  // main.tsx has asked before anything is mounted; a failure is shown, not asked again unseen.
  retry: false,
  retryOnMount: false,
  meta: { isAskedOnce: true },
})

function nullIfSignedOut(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 401) throw error
  return null
}

/** Only for a newly opened page. A page restored from the back/forward cache waits for the server's answer. */
async function keptUserOr(error: Error): Promise<CurrentUser> {
  if (pageUser.id === undefined && (isOutOfReach(error) || isBusy(error))) {
    const user = await (await import('./kept-user')).keptUser()
    if (user) return { ...user, isKept: true }
  }
  throw error
}

/** The user whom the signed-in part of the app is drawn for, until it is taken away: the query has none from the sign-out on. */
export const SignedInUser = createContext<CurrentUser | null>(null)

/** The signed-in user, for screens that only signed-in users see. */
export function useUser(): CurrentUser {
  const user = use(SignedInUser)
  if (!user) throw new Error('useUser is for screens of signed-in users')
  return user
}
