/**
 * What `ask` resolves with. Rejects with `late` after `limitMs` or when `signal` is aborted; the signal that `ask` gets is
 * aborted then as well, which alone is not enough: Node 20 may ignore it once the response headers have arrived.
 */
export async function withinLimit<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  limitMs: number,
  late: Error,
  signal?: AbortSignal,
): Promise<T> {
  if (signal?.aborted) throw late
  const limit = new AbortController()
  let giveUp = () => {}
  const tooLate = new Promise<never>((_, reject) => {
    giveUp = () => {
      reject(late)
      limit.abort()
    }
  })
  const timer = setTimeout(giveUp, limitMs)
  signal?.addEventListener('abort', giveUp)
  try {
    return await Promise.race([ask(limit.signal), tooLate])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}
