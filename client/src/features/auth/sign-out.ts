import { announce, pageUser, signedOut } from '@/lib/page-user'
import { clearDrafts } from '@/lib/storage'

/** Leaves no user data behind in the browser's storage, and tells its other windows before the session ends. */
export function signOut() {
  pageUser.isOver = true
  clearDrafts()
  announce(signedOut)
  window.location.assign('/api/logout')
}
