export type SendOptions = {
  /** Awaited once the provider is ready for the message and before its first byte; if it rejects, nothing is sent. */
  handOver?: () => Promise<void>
  /**
   * Called with nothing left to wait for before the bytes with which the provider has the whole message. If it throws
   * they are held back, and the provider has no message; once it has returned the message may arrive.
   */
  leave?: () => void
}
