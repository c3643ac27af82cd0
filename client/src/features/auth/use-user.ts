import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ApiError } from '@/lib/api'
import { setPageUser } from '@/lib/page-user'
import type { UserView } from '@shared/auth'

/** null if nobody is signed in: not an error, so it does not redirect to sign-in. */
export const currentUser = queryOptions({
  queryKey: ['user'] as const,
  queryFn: async ({ signal }): Promise<UserView | null> => {
    const user = await api('GET /api/auth/user', { signal }).catch(nullIfSignedOut)
    setPageUser(user?.id ?? null)
    return user ?? null
  },
  // main.tsx has asked before anything is mounted; a failure is shown, not asked again unseen.
  retry: false,
  retryOnMount: false,
})

function nullIfSignedOut(error: unknown) {
  if (error instanceof ApiError && error.status === 401) return null
  throw error
}

/** The signed-in user, for screens that only signed-in users see. */
export function useUser(): UserView {
  const { data } = useQuery(currentUser)
  if (!data) throw new Error('useUser is for screens of signed-in users')
  return data
}
