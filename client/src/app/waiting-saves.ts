import { focusManager, onlineManager, type QueryClient } from '@tanstack/react-query'
import { keepUser } from '@/features/auth/kept-user'
import { currentUser, type CurrentUser } from '@/features/auth/use-user'
import { goalSender } from '@/features/goals/saves-queries'
import { entrySender } from '@/features/journal/saves-queries'
import { api } from '@/lib/api'
import { isUnauthorized, signInAgain } from '@/lib/auth-errors'
import { connection } from '@/lib/connection'
import { forgetEntries } from '@/lib/kept-entries'
import { isOverFor } from '@/lib/page-user'
import { defineSaves, restoreSaves, waitingKey } from '@/lib/saves'

/**
 * Remembers the user on this device, removes what it keeps of other users' entries, and sends the saves that wait on it,
 * also those of other windows, whenever the server can be reached.
 */
export function watchSaves(client: QueryClient, user: CurrentUser, signal: AbortSignal) {
  if (signal.aborted || isOverFor(user.id)) return
  if (!user.isKept) {
    void keepUser(user)
    void forgetEntries(user.id)
  }
  defineSaves(client, entrySender)
  defineSaves(client, goalSender)
  // TanStack Query pauses retries in a hidden window; saves are sent from there too.
  focusManager.setFocused(true)
  onlineManager.setEventListener((setOnline) => {
    const follow = () => setOnline(connection.now() === 'ok')
    follow()
    return connection.subscribe(follow)
  })

  function takeUp() {
    void restoreSaves(client, user.id, entrySender.kind)
    void restoreSaves(client, user.id, goalSender.kind)
  }
  function catchUp() {
    takeUp()
    if (user.isKept && connection.now() === 'ok') void readUser(client)
  }
  catchUp()
  const unsubscribe = connection.subscribe(() => connection.now() === 'ok' && catchUp())
  signal.addEventListener('abort', unsubscribe)
  window.addEventListener('storage', ({ key }) => key === waitingKey && takeUp(), { signal })
  // Not while the page is being left: lib/device-database.ts says why.
  document.addEventListener('visibilitychange', () => document.hidden || takeUp(), { signal })
}

/** Replaces the remembered user by the server's answer; without a session it leads to sign-in and back to this screen. */
async function readUser(client: QueryClient) {
  try {
    client.setQueryData(currentUser.queryKey, await api('GET /api/auth/user'))
  } catch (error) {
    if (isUnauthorized(error)) signInAgain()
  }
}
