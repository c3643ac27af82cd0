import type { QueryClient } from '@tanstack/react-query'
import { isAt, screens } from '@shared/screens'
import { announced, announcedKey, expired, pageUser, signedOut } from '@/lib/api/page-user'
import { clearDrafts } from '@/lib/device/storage'
import { dismissToasts } from '@/lib/screen/toast'
import { currentUser } from './use-user'

/**
 * Keeps this window in step with the browser's others, which announce each sign-in and sign-out. A page that the Back
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
    void import('./sign-out').then(({ forgetDevice }) => forgetDevice())
    dismissToasts()
    // null is nobody.
    client.setQueryData(currentUser.queryKey, null)
    const forget = () =>
      client.removeQueries({ predicate: ({ queryKey }) => queryKey !== currentUser.queryKey })
    forget()
    client.getMutationCache().clear()
    afterRendering(() => {
      // A screen that was drawn once more before the landing page may have asked again.
      forget()
      showFirstPath()
    })
    // Back leads to screens that this window has shown before.
    window.addEventListener('popstate', showFirstPath, { signal })
  }

  async function ask() {
    setVisibility('hidden')
    const answer = client.fetchQuery({ ...currentUser, staleTime: 0 })
    // Without an answer the user is asked for again with nothing loaded: a spinner, or the reason and Retry, take the
    // place of the screen.
    const user = await Promise.race([answer, timeLimit()]).catch(() => void client.resetQueries(currentUser))
    // For anybody else the page is being replaced, and stays hidden until it is.
    if (user === undefined || user?.id === pageUser.id) afterRendering(() => setVisibility(''))
  }

  const isOurs = ({ key }: StorageEvent) => key === null || key === announcedKey
  window.addEventListener('storage', (event) => isOurs(event) && follow(), { signal })
  // A window that was frozen may have missed the event.
  document.addEventListener('visibilitychange', () => document.hidden || follow(), { signal })
  // `persisted`: into the browser's memory, and back from it.
  window.addEventListener('pagehide', (event) => event.persisted && pageUser.id && setVisibility('hidden'), {
    signal,
  })
  window.addEventListener('pageshow', (event) => event.persisted && (pageUser.id ? ask() : follow()), {
    signal,
  })
  return () => watch.abort()
}

const showFirstPath = () => history.replaceState(null, '', '/')

const timeLimit = () => new Promise<never>((_, reject) => setTimeout(reject, 3000))

/** The query client tells React of a change by a timer; a later timer finds it rendered. */
const afterRendering = (task: () => void) => setTimeout(task)

/**
 * For a page that finds nobody signed in: if the Back button has led to it, as after a sign-out, the first page takes the
 * place of the screen that was there.
 */
export function leaveReturnedScreen() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isScreen = screens.some((screen) => isAt(screen, window.location.pathname))
  if (isScreen && navigation?.type === 'back_forward') showFirstPath()
}
