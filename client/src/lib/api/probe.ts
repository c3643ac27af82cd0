import { ownHeaders } from './api'
import { retryAfterMsOf, type ConnectionState } from './connection'

const answerWithinMs = 5_000

const ask = (url: string, init: RequestInit) =>
  fetch(url, { ...init, cache: 'no-store', signal: AbortSignal.timeout(answerWithinMs) })

/** Needs the database and costs it little; not the current user, for whom a page asks once. */
const anyRead = '/api/analytics/monthly-goals'

/** Only Lisa's own answers count: a network with a sign-in page answers every request, with whatever status. */
export async function probe(): Promise<{ state: ConnectionState; retryAfterMs?: number }> {
  try {
    const answer = await ask(anyRead, { headers: ownHeaders() })
    const body = await answer.json().catch(() => null)
    if (answer.ok) return { state: typeof body?.monthlyGoals === 'number' ? 'ok' : 'offline' }
    if ([401, 429].includes(answer.status) && body?.message) return { state: 'ok' }
    return { state: 'away', retryAfterMs: retryAfterMsOf(answer.headers.get('Retry-After')) }
  } catch {
    return { state: 'offline' }
  }
}

/** Whether the server answers 404 for a file. By HEAD, which the service worker does not answer from its cache. */
export const isGone = (url: string) =>
  ask(url, { method: 'HEAD' }).then(
    ({ status }) => status === 404,
    () => false,
  )
