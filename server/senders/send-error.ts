/**
 * `unreachable`: the provider takes nothing at all now. `transient`: not this one now. `permanent`: never this one.
 * `opted-out`: the receiver does not want any. `unknown`: it was handed over, and nobody can say whether it arrived.
 */
export type FailureKind = 'unreachable' | 'transient' | 'permanent' | 'opted-out' | 'unknown'

/** Why a message was not sent. `message` may be shown to its receiver; to a log goes `code` alone. */
export class SendError extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly code: string,
    message: string,
  ) {
    super(message)
    this.name = 'SendError'
  }
}

/** What a provider says, in one line that can be shown and stored. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}

export type SendOptions = {
  /** Awaited once the provider is ready for the message and before its first byte; if it rejects, nothing is sent. */
  handOver?: () => Promise<void>
  /**
   * Called with nothing left to wait for before the bytes with which the provider has the whole message. If it throws
   * they are held back, and the provider has no message; once it has returned the message may arrive.
   */
  leave?: () => void
}
