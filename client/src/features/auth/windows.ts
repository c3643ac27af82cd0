import type { QueryClient } from '@tanstack/react-query'
import { announced, announcedKey, expired, pageUser, signedOut } from '@/lib/page-user'
import { clearDrafts } from '@/lib/storage'
import { currentUser } from './use-user'

/**
 * Keeps this window in step with the browser's others, which announce whoever signs in or out. A page that the Back
 * button restores from memory stays hidden until the server has said that its user is still signed in.
 */
export function watchWindows(client: QueryClient): () => void {
  const watch = new AbortController()
  const { signal } = watch
  const setVisibility = (visibility: string) => (document.documentElement.style.visibility = visibility)

  function follow() {
    const now = announced()
    const own = (!pageUser.isOver && pageUser.id) || signedOut
    if (pageUser.id === undefined || now === undefined || now === own || now === expired) return
    if (now === signedOut) return leave()
    if (now === null) return own && ask()
    pageUser.isOver = true
    setVisibility('hidden')
    window.location.reload()
  }

  /** Without asking the server, where the session may not have ended yet. */
  function leave() {
    pageUser.isOver = true
    clearDrafts()
    client.setQueryData(currentUser.queryKey, null)
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUser.queryKey[0] })
    afterRendering(() => history.replaceState(null, '', '/'))
  }

  async function ask() {
    setVisibility('hidden')
    // A failure is asked again with nothing loaded, so that the reason and Retry take the place of the screen.
    await client.fetchQuery({ ...currentUser, staleTime: 0 }).catch(() => client.resetQueries(currentUser))
    afterRendering(() => setVisibility(''))
  }

  function restore({ persisted }: PageTransitionEvent) {
    if (!persisted) return
    if (pageUser.isOver) window.location.replace('/')
    else if (pageUser.id) void ask()
    else follow()
  }

  const isOurs = ({ key }: StorageEvent) => key === null || key === announcedKey
  window.addEventListener('storage', (event) => isOurs(event) && follow(), { signal })
  // A window that was frozen may have missed the event.
  document.addEventListener('visibilitychange', () => document.hidden || follow(), { signal })
  window.addEventListener('pagehide', () => pageUser.id && setVisibility('hidden'), { signal })
  window.addEventListener('pageshow', restore, { signal })
  return () => watch.abort()
}

/** The query client tells React of a change by a timer; a later timer finds it rendered. */
const afterRendering = (task: () => void) => setTimeout(task)
