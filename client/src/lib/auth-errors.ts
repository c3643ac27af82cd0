import { toast } from './toast'

const redirectDelay = 500
let isLeaving = false

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('401: ') && error.message.includes('Unauthorized')

/**
 * The one answer to a lost session: say so, then go and sign in. Every query and mutation reports here (see
 * query-client.ts); several that fail at once lead to one toast and one redirect.
 */
export function signInAgainIfUnauthorized(error: unknown) {
  if (!isUnauthorized(error) || isLeaving) return
  isLeaving = true
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  })
  setTimeout(() => window.location.assign('/api/login'), redirectDelay)
}

/** An `onError` that shows the given 'Error' toast, unless the error is a lost session, which has its own. */
export const toastFailure = (description: string) => (error: unknown) => {
  if (!isUnauthorized(error)) toast({ title: 'Error', description, variant: 'destructive' })
}

/** For a page that comes back out of the browser's cache (and for tests): a lost session is news again. */
export function forgetRedirect() {
  isLeaving = false
}

window.addEventListener('pageshow', (event) => {
  if (event.persisted) forgetRedirect()
})
