import type { ConnectionState } from './connection'

const answerWithinMs = 5_000

const ask = (url: string, method: 'GET' | 'HEAD') =>
  fetch(url, { method, cache: 'no-store', signal: AbortSignal.timeout(answerWithinMs) })

/** Checks the body too, because a network with a sign-in page answers every request with that page. */
export async function probe(): Promise<ConnectionState> {
  try {
    const answer = await ask('/readyz', 'GET')
    if (!answer.ok) return 'away'
    return (await answer.json()).status === 'ready' ? 'ok' : 'offline'
  } catch {
    return 'offline'
  }
}

/** Whether the server answers 404 for a file. By HEAD, which the service worker does not answer from its cache. */
export const isGone = (url: string) =>
  ask(url, 'HEAD').then(
    ({ status }) => status === 404,
    () => false,
  )
