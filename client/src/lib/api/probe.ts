import { ownHeaders } from './api'
import type { ConnectionState } from './connection'

const answerWithinMs = 5_000

const ask = (url: string, init: RequestInit) =>
  fetch(url, { ...init, cache: 'no-store', signal: AbortSignal.timeout(answerWithinMs) })

/** Only Lisa's own answers count: a network with a sign-in page answers every request, with whatever status. */
export async function probe(): Promise<ConnectionState> {
  try {
    const answer = await ask('/api/auth/user', { headers: ownHeaders() })
    const body = await answer.json().catch(() => null)
    if (answer.ok) return body?.id ? 'ok' : 'offline'
    return [401, 429].includes(answer.status) && body?.message ? 'ok' : 'away'
  } catch {
    return 'offline'
  }
}

/** Whether the server answers 404 for a file. By HEAD, which the service worker does not answer from its cache. */
export const isGone = (url: string) =>
  ask(url, { method: 'HEAD' }).then(
    ({ status }) => status === 404,
    () => false,
  )
