import type { Log } from './log'

const timeLimitMs = 10_000

/** Asks `url`, so that whoever watches it (Healthchecks.io, for one) hears when the beats stop. Never rejects. */
export async function beat(url: string, log: Log): Promise<void> {
  try {
    const { ok, status, body } = await fetch(url, { signal: AbortSignal.timeout(timeLimitMs) })
    await body?.cancel()
    if (!ok) log.warn({ status }, 'HEARTBEAT_URL answered with an error')
  } catch (error) {
    // Not its message: the address is a secret.
    log.warn({ code: (error as Error).name }, 'HEARTBEAT_URL could not be reached')
  }
}
