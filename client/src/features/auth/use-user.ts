import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ApiError } from '@/lib/api'
import type { UserView } from '@shared/auth'

/** null is the answer to "who is signed in?" when nobody is; it is no error and sends nobody to sign in again. */
export const currentUser = queryOptions({
  queryKey: ['user'] as const,
  queryFn: async ({ signal }): Promise<UserView | null> => {
    try {
      return (await api.get<UserView | undefined>('/api/auth/user', undefined, signal)) ?? null
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

/** The signed-in user, for everything that is shown to signed-in users only. */
export function useUser(): UserView {
  const { data } = useQuery(currentUser)
  if (!data) throw new Error('useUser is for screens of signed-in users')
  return data
}
