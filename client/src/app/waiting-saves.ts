import type { QueryClient } from '@tanstack/react-query'
import { keepUser } from '@/features/auth/kept-user'
import { currentUser, type CurrentUser } from '@/features/auth/use-user'
import { goalMarkSender } from '@/features/goals/marks-queries'
import { goalSender } from '@/features/goals/saves-queries'
import { entrySender } from '@/features/journal/saves-queries'
import { api, isUnauthorized } from '@/lib/api/api'
import { signInAgain } from '@/lib/api/auth-errors'
import { connection } from '@/lib/api/connection'
import { forgetCopies } from '@/lib/device/kept-copies'
import { isOverFor } from '@/lib/api/page-user'
import { Outbox, waitingKey } from '@/lib/saving/outbox'
import { watchNotifications } from './watch-notifications'

/**
 * Remembers the user on this device, removes the copies that it keeps of other users' entries and goals, confirms its
 * notifications, and sends the saves that wait on it, also those of other windows, whenever the server can be reached.
 */
export function watchSaves(client: QueryClient, user: CurrentUser, signal: AbortSignal) {
  if (signal.aborted || isOverFor(user.id)) return
  if (!user.isKept) {
    void keepUser(user)
    void forgetCopies(user.id)
    watchNotifications(client, user.id, signal)
  }
  const outbox = Outbox.of(client).register(entrySender).register(goalSender).register(goalMarkSender)
  const takeUp = () => void outbox.restore(user.id)
  function catchUp() {
    takeUp()
    if (user.isKept && connection.now() === 'ok') void readUser(client)
  }
  catchUp()
  const unsubscribe = connection.subscribe(() => connection.now() === 'ok' && catchUp())
  signal.addEventListener('abort', unsubscribe)
  window.addEventListener('storage', ({ key }) => key === waitingKey && takeUp(), { signal })
  // Not while the page is being left: lib/device/device-database.ts says why.
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
