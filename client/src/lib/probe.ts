import { api } from './api'
import { connection, type ConnectionState } from './connection'

const answerWithinMs = 5_000

/** Makes a call that every page may make, and returns what it found out about the connection. */
export async function probe(): Promise<ConnectionState> {
  await api('GET /api/auth/user', { limitMs: answerWithinMs }).catch(() => {})
  return connection.now()
}

/** Whether the server answers 404 for a file. By HEAD, which the service worker does not answer from its cache. */
export const isGone = (url: string) =>
  fetch(url, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(answerWithinMs) }).then(
    ({ status }) => status === 404,
    () => false,
  )
