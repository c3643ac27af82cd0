import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'

type Reason = 'cancelled' | 'expired' | 'unavailable'

/** Why nobody is signed in now, in the few ways that make a difference to the person in front of the screen. */
export class SignInError extends Error {
  constructor(
    readonly reason: Reason,
    cause?: unknown,
  ) {
    super(`Sign-in ${reason}`, { cause })
    this.name = 'SignInError'
  }
}

/** What the provider's answer itself gets wrong; a new sign-in mends these. */
const faultyAnswers = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
])

export function reasonFor(error: unknown): Reason {
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : 'unavailable'
  const expired =
    error instanceof ResponseBodyError
      ? error.error === 'invalid_grant'
      : error instanceof ClientError && faultyAnswers.has(error.code ?? '')
  return expired ? 'expired' : 'unavailable'
}

/** For the log: never a description, which the provider or the browser may have filled with anything. */
export function logged(error: unknown): { reason: string } {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return { reason: error.error }
  const { message, cause } = error as Error
  if (!(cause instanceof Error)) return { reason: message }
  return { reason: `${message}: ${cause.message || (cause as NodeJS.ErrnoException).code}` }
}
