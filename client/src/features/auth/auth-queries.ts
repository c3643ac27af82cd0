import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, fieldErrorsOf, isUnauthorized, nullIfMissing } from '@/lib/api/api'
import { needsRecentSignIn } from '@/lib/api/auth-errors'
import { accountDeleted } from './landing-notices'
import { signOut } from './sign-out'
import { currentUser } from './use-user'

// Each visit asks anew.
const alwaysRead = { gcTime: 0 }

export const authQueries = {
  sessions: () =>
    queryOptions({
      queryKey: ['account', 'sessions'],
      queryFn: ({ signal }) => api('GET /api/account/sessions', { signal }),
      ...alwaysRead,
    }),
  events: () =>
    queryOptions({
      queryKey: ['account', 'events'],
      queryFn: ({ signal }) => api('GET /api/account/events', { signal }),
      ...alwaysRead,
    }),
}

export function useAddPassword() {
  const refresh = useRefresh()
  return useMutation({
    meta: {
      done: { title: 'Password Added', description: 'You can now use JWT authentication for API access' },
      failed: (error) =>
        needsRecentSignIn(error) || fieldErrorsOf(error).length
          ? ''
          : 'Failed to add password. You may already have one set.',
    },
    mutationFn: (password: string) => api('POST /api/auth/add-password', { body: { password } }),
    // After a failure too: another window may have set a password.
    onSettled: refresh,
  })
}

export function useRemovePassword() {
  const refresh = useRefresh()
  return useMutation({
    meta: {
      done: { title: 'Password Removed', description: 'Tokens created with it no longer work' },
      failed: 'Failed to remove password',
    },
    mutationFn: () => api('DELETE /api/auth/password'),
    onSettled: refresh,
  })
}

export function useEndSession(id: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { done: 'That browser is signed out', failed: 'Failed to sign out that browser' },
    // One that has ended in the meantime only leaves the list.
    mutationFn: () => nullIfMissing(api('DELETE /api/account/sessions/:id', { id })),
    onSettled: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
}

export const useSignOutEverywhere = () =>
  useMutation({
    meta: { failed: 'Failed to sign out everywhere' },
    mutationFn: () => api('DELETE /api/account/sessions'),
    // Clears this browser and leaves the app; the session has ended already.
    onSuccess: () => signOut(),
  })

/** The form says why it failed. */
export const useDeleteAccount = () =>
  useMutation({
    mutationFn: (email: string) => api('DELETE /api/account', { body: { email } }),
    onSuccess() {
      accountDeleted.show()
      signOut()
    },
  })

function useRefresh() {
  const client = useQueryClient()
  return async (_data: unknown, error: Error | null) => {
    // A lost session leads to sign-in; asking who is signed in would go to the landing page before that.
    if (isUnauthorized(error)) return
    void client.invalidateQueries({ queryKey: authQueries.events().queryKey })
    await client.invalidateQueries({ queryKey: currentUser.queryKey })
  }
}
