import { forgetDevice } from '@/lib/device-store'
import { announce, pageUser, signedOut } from '@/lib/page-user'
import { clearDrafts } from '@/lib/storage'
import { unsentWarning } from './unsent'

/** Leaves no user data behind in the browser's storage, and tells its other windows before the session ends. */
export async function signOut() {
  pageUser.isOver = true
  clearDrafts()
  announce(signedOut)
  // What leaves the page would end a removal that is under way.
  await forgetDevice()
  window.location.assign('/api/logout')
}

/** Asks first if something would be lost that the user takes for saved. */
export async function askToSignOut() {
  const warning = await unsentWarning()
  if (warning === '' || window.confirm(`${warning} Sign out anyway?`)) await signOut()
}
