/**
 * `unreachable`: the provider serves nobody now. `transient`: it does not accept this request now. `permanent`: it never
 * will. `opted-out`: the recipient has opted out. `unknown`: no answer after the request was handed over, so a message may
 * have been sent.
 */
export type FailureKind = 'unreachable' | 'transient' | 'permanent' | 'opted-out' | 'unknown'

/**
 * Why a provider did not do what it was asked. `message` is a sentence for the user. That of a mail or a text is never
 * logged: it may quote the provider, which may quote the user.
 */
export class ProviderError extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly code: string,
    message: string,
  ) {
    super(message)
    this.name = 'ProviderError'
  }
}

/** The kind of failure for the HTTP status of an answer that refuses. */
export function kindOf(status: number): FailureKind {
  if (status === 429) return 'transient'
  return status >= 500 || status === 401 || status === 403 ? 'unreachable' : 'permanent'
}

/** A provider's answer as one line of at most 200 characters. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}
