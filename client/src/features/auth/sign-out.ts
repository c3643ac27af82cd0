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
  // Before leaving the page, which would interrupt the removal.
  await forgetDevice()
  window.location.assign('/api/logout')
}

/**
 * Asks first if unsent changes would be lost. Not possible while the server cannot be reached or has no database: the session
 * would stay open for the next person who uses the device.
 */
export async function askToSignOut() {
  const warning = await unsentWarning()
  if (warning !== '' && !window.confirm(`${warning} Sign out anyway?`)) return
  if ((await probe()) === 'ok') return signOut()
  toast({
    title: 'Error',
    description: 'Signing out needs a connection. You are still signed in.',
    variant: 'destructive',
  })
}
