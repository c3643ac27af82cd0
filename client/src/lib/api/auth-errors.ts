import { announce, announced, expired, pageUser } from './page-user'
import { toast, toasterIsThere } from '@/lib/screen/toast'
import { ApiError } from './api'

const redirectDelay = 500
/** How long to wait for the code that shows the toast, which is loaded later than the page. */
const longestWaitMs = 1_000
let isLeaving = false

/** Tells the user that the session is lost and redirects to sign-in: once, even if several calls fail at once. */
export function signInAgain() {
  if (isLeaving || pageUser.isOver) return
  isLeaving = true
  // What this device keeps of the user is hidden until the same user is back.
  if (pageUser.id && announced() === pageUser.id) announce(expired)
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  })
  void Promise.race([toasterIsThere, pause(longestWaitMs)])
    .then(() => pause(redirectDelay))
    .then(() => pageUser.isOver || window.location.assign('/api/login'))
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** After the document is restored from the back/forward cache (and in tests), a lost session is reported again. */
export function forgetRedirect() {
  isLeaving = false
}

window.addEventListener('pageshow', (event) => {
  if (event.persisted) forgetRedirect()
})

/** Whether a request was refused because the sign-in is not recent enough for it. */
export const needsRecentSignIn = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && Object(error.body).signInAgain === true
