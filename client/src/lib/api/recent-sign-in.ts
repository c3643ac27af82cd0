import { ApiError } from './api'

/** Whether a request was refused because the sign-in is not recent enough for it. */
export const needsRecentSignIn = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && Object(error.body).signInAgain === true
