import { removeOfAll } from './device-store'

/** The key of a row with the id that the server gave this device. A user with such a row has notifications on. */
export const rowKey = 'notifications'

const longestWaitForWorkerMs = 10_000
/** The browser asks its push service, which may be far away or blocked. */
const longestSubscriptionMs = 20_000
/** A sign-out does not wait longer. */
const longestEndMs = 2_000

/** Why notifications stay off, in a sentence, where neither the server nor the connection has refused. */
export class NotificationsError extends Error {
  override readonly name = 'NotificationsError'
}

/** After a sign-out here or elsewhere, with which the server removes the device. */
export const forgetNotifications = () =>
  Promise.race([
    Promise.all([removeOfAll(rowKey), inTurn(unsubscribe)]),
    new Promise((resolve) => setTimeout(resolve, longestEndMs)),
  ]).catch(() => {})

type Subscribed = { subscription: PushSubscription; isNew: boolean }

/** A subscription with the server's key; the one that there is, if it `mayStay`. */
export async function subscribe(key: string, mayStay = true): Promise<Subscribed> {
  // Not ready before the worker is active: never, where it cannot be installed.
  const { pushManager } = await orSay(
    "Lisa isn't ready for notifications in this browser yet. Try again in a moment.",
    navigator.serviceWorker.ready,
    longestWaitForWorkerMs,
  )
  const existing = await pushManager.getSubscription()
  if (existing && mayStay && isMadeWith(existing, key)) return { subscription: existing, isNew: false }
  await existing?.unsubscribe()
  const subscription = await orSay(
    "Your browser can't reach its push service, or has it switched off in its settings.",
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
    longestSubscriptionMs,
  )
  return { subscription, isNew: true }
}

function isMadeWith({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? [])
  const inBase64 = btoa(String.fromCharCode(...bytes))
  return inBase64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key.replaceAll('=', '')
}

export async function unsubscribe() {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** One after the other, in all windows: else a start could end a subscription that is being made. */
export const inTurn = <R>(task: () => Promise<R>): Promise<R> =>
  navigator.locks ? navigator.locks.request('lisa:notifications', task) : task()

/** A task that fails, or takes too long, fails with a sentence. */
const orSay = <R>(sentence: string, task: Promise<R>, longestMs: number): Promise<R> =>
  Promise.race([
    task,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Too late')), longestMs)),
  ]).catch((cause: unknown) => {
    throw new NotificationsError(sentence, { cause })
  })
