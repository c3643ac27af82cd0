import type { QueryClient } from '@tanstack/react-query'
import { connection } from './connection'
import { probe } from './probe'

const firstWaitMs = 500
const longestWaitMs = 30_000

/**
 * While the server cannot be reached or is away, polls it with exponential backoff. When it is back, queries that failed
 * meanwhile and are on screen are made again.
 */
export function watchConnection(client: QueryClient): () => void {
  const watch = new AbortController()
  const { signal } = watch
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = firstWaitMs
  let okSince = -Infinity

  function follow() {
    clearTimeout(timer)
    if (connection.now() === 'ok') {
      okSince = Date.now()
      void readAgain(client)
    } else {
      // If one call always fails, the backoff goes on growing although the probes in between succeed.
      if (Date.now() - okSince > 2 * longestWaitMs) waitMs = firstWaitMs
      askLater()
    }
  }

  function askLater() {
    clearTimeout(timer)
    // Jitter, so that the pages of many users do not poll at the same moment.
    timer = setTimeout(ask, waitMs * (0.75 + Math.random() / 2))
    waitMs = Math.min(2 * waitMs, longestWaitMs)
  }

  async function ask() {
    const before = connection.now()
    const found = await probe()
    if (signal.aborted) return
    connection.found(found)
    if (found !== 'ok' && found === before) askLater()
  }

  // These events only trigger a poll: the browser may be wrong about its network, and local mode needs none.
  for (const event of ['online', 'offline']) window.addEventListener(event, ask, { signal })
  document.addEventListener(
    'visibilitychange',
    () => connection.now() !== 'ok' && !document.hidden && ask(),
    {
      signal,
    },
  )
  const unsubscribe = connection.subscribe(follow)
  return () => {
    watch.abort()
    unsubscribe()
    clearTimeout(timer)
  }
}

const readAgain = (client: QueryClient) =>
  client.refetchQueries(
    { type: 'active', predicate: ({ state }) => state.status === 'error' },
    { cancelRefetch: false },
  )
