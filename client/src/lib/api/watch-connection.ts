import { QueryClient, type Query } from '@tanstack/react-query'
import { isOutOfReach, isUnauthorized } from './api'
import { signInAgain } from './auth-errors'
import { connection } from './connection'
import { probe } from './probe'

const firstWaitMs = 500
const longestWaitMs = 30_000

/**
 * While the server cannot be reached or is away, polls it with exponential backoff, and not before it wants to be asked
 * again. When it is back, queries that failed meanwhile and are on screen are made again.
 */
export function watchConnection(client: QueryClient): () => void {
  const watch = new AbortController()
  const { signal } = watch
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = firstWaitMs
  let okSince = -Infinity
  let wasOk = true
  /** The time that the server has asked for. */
  let notBefore = 0

  function follow() {
    const isOk = connection.now() === 'ok'
    notBefore = Math.max(notBefore, Date.now() + connection.retryAfterMs())
    if (isOk) okSince = Date.now()
    // If one call always fails, the backoff goes on growing although the probes in between succeed.
    else if (wasOk && Date.now() - okSince > 2 * longestWaitMs) waitMs = firstWaitMs
    wasOk = isOk
    if (!isOk) return askLater()
    clearTimeout(timer)
    timer = setTimeout(() => readAgain(client), notBefore - Date.now())
  }

  function askLater() {
    clearTimeout(timer)
    // Jitter, so that the pages of many users do not poll at the same moment.
    const jitter = Math.random()
    timer = setTimeout(ask, Math.max(waitMs * (0.75 + jitter / 2), notBefore - Date.now() + jitter * 1_000))
  }

  async function ask() {
    waitMs = Math.min(2 * waitMs, longestWaitMs)
    const before = connection.now()
    const { state, retryAfterMs } = await probe()
    if (signal.aborted) return
    connection.found(state, retryAfterMs)
    if (state !== 'ok' && state === before) askLater()
  }

  // These events only trigger a poll: the browser may be wrong about its network, and local mode needs none.
  async function askNow() {
    if (Date.now() >= notBefore) await ask()
  }
  async function onOffline() {
    await askNow()
    // A poll in the moment of the cut may still get through.
    if (connection.now() === 'ok' && !signal.aborted) askLater()
  }
  window.addEventListener('online', () => void askNow(), { signal })
  window.addEventListener('offline', () => void onOffline(), { signal })
  document.addEventListener(
    'visibilitychange',
    () => connection.now() !== 'ok' && !document.hidden && void askNow(),
    { signal },
  )
  const unsubscribe = connection.subscribe(follow)
  return () => {
    watch.abort()
    unsubscribe()
    clearTimeout(timer)
  }
}

function readAgain(client: QueryClient) {
  const failed = client.getQueryCache().findAll({
    type: 'active',
    predicate: ({ state, meta }) => state.status === 'error' && !meta?.isAskedOnce,
  })
  for (const query of failed) void readUnseen(client, query)
}

/** By a client of its own, since TanStack's refetch takes a failure back at once: the screen would go back to its skeleton. */
async function readUnseen(client: QueryClient, query: Query) {
  const { state } = query
  // A change of this query meanwhile, such as a refetch after a deletion, is newer.
  const isUnchanged = () => query.state === state
  const unseen = new QueryClient()
  // A list of several pages is read to where it is.
  unseen.setQueryData(query.queryKey, state.data)
  try {
    const options = { ...query.options, queryKey: query.queryKey, retry: false, staleTime: 0 }
    const data = await unseen.fetchQuery(options)
    if (isUnchanged()) query.setData(data)
  } catch (error) {
    if (isUnauthorized(error)) return signInAgain()
    // Another failure than before is shown.
    const { queryKey } = query
    if (isUnchanged() && !isOutOfReach(error)) await client.refetchQueries({ queryKey, exact: true })
  }
}
