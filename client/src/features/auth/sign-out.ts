import { forgetDevice } from '@/lib/device-store'
import { announce, pageUser, signedOut } from '@/lib/page-user'
import { clearDrafts } from '@/lib/storage'

const longestMs = 1_000

/** Leaves no user data behind in the browser's storage, and tells its other windows before the session ends. */
export async function signOut() {
  pageUser.isOver = true
  clearDrafts()
  announce(signedOut)
  // What leaves the page would end a removal that is under way.
  await Promise.race([forgetDevice(), new Promise((resolve) => setTimeout(resolve, longestMs))])
  window.location.assign('/api/logout')
}
