import type { ConnectionState } from './connection'

const answerWithinMs = 5_000

const ask = (url: string, method: 'GET' | 'HEAD') =>
  fetch(url, { method, cache: 'no-store', signal: AbortSignal.timeout(answerWithinMs) })

/** The body is read, since a network that asks to sign in first answers everything with a page of its own. */
export async function probe(): Promise<ConnectionState> {
  try {
    const answer = await ask('/readyz', 'GET')
    if (!answer.ok) return 'away'
    return (await answer.json()).status === 'ready' ? 'ok' : 'offline'
  } catch {
    return 'offline'
  }
}

/** Whether the server says that a file is not there (any more); the service worker answers no HEAD. */
export const isGone = (url: string) =>
  ask(url, 'HEAD').then(
    ({ status }) => status === 404,
    () => false,
  )
