import type { QueryClient } from '@tanstack/react-query'
import { connection, type ConnectionState } from './connection'

const firstWaitMs = 1_000
const longestWaitMs = 30_000
const answerWithinMs = 5_000

/**
 * While the server cannot be reached or is away, asks it again and again, more and more seldom. What could not be read
 * meanwhile and is on screen is read again once it is back.
 */
export function watchConnection(client: QueryClient): () => void {
  const watch = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = firstWaitMs

  function follow() {
    clearTimeout(timer)
    waitMs = firstWaitMs
    if (connection.now() === 'ok') void readAgain(client)
    else askLater()
  }

  function askLater() {
    clearTimeout(timer)
    // Spread, so that the pages of many users do not ask at the same moment.
    timer = setTimeout(ask, waitMs * (0.75 + Math.random() / 2))
    waitMs = Math.min(2 * waitMs, longestWaitMs)
  }

  async function ask() {
    clearTimeout(timer)
    const before = connection.now()
    const found = await probe()
    if (watch.signal.aborted) return
    connection.found(found)
    if (found !== 'ok' && found === before) askLater()
  }

  // The browser may err about its network, the local mode needs none: its events are a reason to ask, no answer.
  for (const event of ['online', 'offline']) window.addEventListener(event, ask, { signal: watch.signal })
  document.addEventListener(
    'visibilitychange',
    () => document.hidden || connection.now() === 'ok' || void ask(),
    { signal: watch.signal },
  )
  const unsubscribe = connection.subscribe(follow)
  return () => {
    watch.abort()
    unsubscribe()
    clearTimeout(timer)
  }
}

/** The body is read, since a network that asks to sign in first answers everything with a page of its own. */
async function probe(): Promise<ConnectionState> {
  try {
    const signal = AbortSignal.timeout(answerWithinMs)
    const answer = await fetch('/readyz', { cache: 'no-store', signal })
    if (!answer.ok) return 'away'
    return (await answer.json()).status === 'ready' ? 'ok' : 'offline'
  } catch {
    return 'offline'
  }
}

const readAgain = (client: QueryClient) =>
  client.refetchQueries(
    { type: 'active', predicate: ({ state }) => state.status === 'error' },
    { cancelRefetch: false },
  )
