import { forgetDevice } from '@/lib/device-store'
import { announce, pageUser, signedOut } from '@/lib/page-user'
import { probe } from '@/lib/probe'
import { clearDrafts } from '@/lib/storage'
import { toast } from '@/lib/toast'
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

/**
 * Asks first if something would be lost that the user takes for saved. Without a connection the session would go on, and
 * open for whoever has the device next.
 */
export async function askToSignOut() {
  const warning = await unsentWarning()
  if (warning !== '' && !window.confirm(`${warning} Sign out anyway?`)) return
  if ((await probe()) !== 'offline') return signOut()
  toast({
    title: 'Error',
    description: 'Signing out needs a connection. You are still signed in.',
    variant: 'destructive',
  })
}
