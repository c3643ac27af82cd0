import { attempt } from '@/lib/device/device-store'
import { forgetNotifications } from '@/lib/device/push-subscription'
import { announce, announced, pageUser, signedOut } from '@/lib/api/page-user'
import { probe } from '@/lib/api/probe'
import { clearDrafts } from '@/lib/device/storage'
import { toast } from '@/lib/screen/toast'
import { deviceNotEmptied } from './landing-notices'
import { unsentWarning } from './unsent'

/** Leaves no user data behind in the browser's storage, and tells its other windows before the session ends. */
export async function signOut() {
  pageUser.isOver = true
  clearDrafts()
  announce(signedOut)
  // Before leaving the page, which would interrupt the removal.
  const [isEmpty] = await Promise.all([forgetDevice(), endNotifications()])
  if (isEmpty) deviceNotEmptied.forget()
  else deviceNotEmptied.show()
  window.location.assign('/api/logout')
}

const endNotifications = async () => 'PushManager' in window && forgetNotifications().catch(() => {})

/** Removes what this device keeps of all users. Resolves with false if it may still keep some of it. */
export async function forgetDevice(): Promise<boolean> {
  if (!('indexedDB' in globalThis)) return true
  // Once somebody has signed in, what there is may be theirs.
  const isEmpty =
    (await attempt(({ write }) => write((table) => !announced() && table.clear()))) ??
    // Helps if the table is damaged, or one of its transactions never ends.
    (await attempt(({ deleteDatabase }) => !announced() && deleteDatabase()))
  return isEmpty === true
}

/**
 * Asks first if unsent changes would be lost. Not possible while the server cannot be reached or has no database: the session
 * would stay open for the next person who uses the device.
 */
export async function askToSignOut() {
  const warning = await unsentWarning()
  if (warning !== '' && !window.confirm(`${warning} Sign out anyway?`)) return
  if ((await probe()).state === 'ok') return signOut()
  toast({
    title: 'Error',
    description: 'Signing out needs a connection. You are still signed in.',
    variant: 'destructive',
  })
}
