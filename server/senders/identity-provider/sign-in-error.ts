import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'

type Reason = 'cancelled' | 'expired' | 'misconfigured' | 'not invited' | 'too weak' | 'unavailable'

/** A failed sign-in, with the reason that decides which page the user sees. */
export class SignInError extends Error {
  constructor(
    readonly reason: Reason,
    cause?: unknown,
  ) {
    super(`Sign-in ${reason}`, { cause })
    this.name = 'SignInError'
  }
}

/** What a provider sends the browser back with. The second one is of OpenID Connect's extension of that name. */
const answers: Partial<Record<string, Reason>> = {
  access_denied: 'cancelled',
  unmet_authentication_requirements: 'too weak',
}

// Errors in the provider's answer that a new sign-in resolves.
const retryableErrors = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
])

/** Whether the token endpoint refused the client rather than the code. Providers differ in status and body. */
export function isClientRefused(error: unknown): boolean {
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return false
  return [400, 401, 403].includes(statusOf(error) ?? 0)
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError)
    return error.status
  return error instanceof ClientError && error.cause instanceof Response ? error.cause.status : undefined
}

export function reasonFor(error: unknown): Reason {
  if (error instanceof AuthorizationResponseError) return answers[error.error] ?? 'unavailable'
  if (isClientRefused(error)) return 'misconfigured'
  const expired =
    error instanceof ResponseBodyError
      ? error.error === 'invalid_grant'
      : error instanceof ClientError && retryableErrors.has(error.code ?? '')
  return expired ? 'expired' : 'unavailable'
}

/** Safe to log: leaves out `error_description`, which the provider or the browser can fill with anything. */
export function logFields(error: unknown): { reason: string } {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return { reason: error.error }
  const { message, cause } = error as Error
  if (!(cause instanceof Error)) return { reason: message }
  return { reason: `${message}: ${cause.message || (cause as NodeJS.ErrnoException).code}` }
}
