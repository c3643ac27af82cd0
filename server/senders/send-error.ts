/**
 * `unreachable`: the provider accepts no messages now. `transient`: it does not accept this one now. `permanent`: it never
 * will. `opted-out`: the recipient has opted out. `unknown`: no answer after it was handed over, so it may have been sent.
 */
export type FailureKind = 'unreachable' | 'transient' | 'permanent' | 'opted-out' | 'unknown'

/** Why a message was not sent. `message` may be shown to its recipient; only `code` may be logged. */
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

/** A provider's answer as one line of at most 200 characters. */
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
