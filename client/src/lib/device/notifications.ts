import { api, nullIfMissing } from '@/lib/api/api'
import { isOverFor } from '@/lib/api/page-user'
import { deviceStore, storedValues } from './device-store'
import { inTurn, NotificationsError, rowKey, subscribe, unsubscribe } from './push-subscription'

const longestCallMs = 10_000

/** Reminders of one user as notifications of this browser, which has one subscription, whoever uses it. */
export function notificationsOf(userId: string) {
  const store = deviceStore(userId)
  /** Undefined if the browser's storage cannot be read. */
  const rows = () => storedValues<string>(rowKey, userId)

  async function switchOff() {
    const [id] = (await rows()) ?? []
    await end(id)
    await store.remove(rowKey)
  }

  async function renew(id: string) {
    const [{ key }, devices] = await Promise.all([
      api('GET /api/push-key', { limitMs: longestCallMs }),
      api('GET /api/push-devices', { limitMs: longestCallMs }),
    ])
    // The server has removed a device whose subscription its push service calls ended, even if the browser does not know.
    const isKnown = devices.some((device) => device.id === id)
    const subscribed = await subscribe(key, isKnown)
    // The server knows the one before, which has ended, as a device of its own.
    if (subscribed.isNew && isKnown) await remove(id)
    await store.set(rowKey, await register(subscribed))
  }

  return {
    /** Undefined if they are off. */
    deviceId: async () => (await rows())?.[0],

    /** `permission`: of `Notification.requestPermission()`, which only the handler of a tap may call. */
    async switchOn(key: string, permission: Promise<NotificationPermission>) {
      if ((await permission) !== 'granted')
        throw new NotificationsError("You didn't allow notifications, so they stay off.")
      await inTurn(async () => {
        let id: string | undefined
        try {
          id = await register(await subscribe(key))
          if (!(await store.set(rowKey, id)))
            throw new NotificationsError(
              "This browser can't remember that they are on: its storage is full or blocked, or this is a private window.",
            )
        } catch (error) {
          await end(id).catch(() => {})
          throw error
        }
      })
    },

    switchOff: () => inTurn(switchOff),

    /**
     * Tells the server that Lisa was opened here, and makes good what the browser has lost; for every start. Resolves with whether
     * the server was told anything.
     */
    confirm: () =>
      inTurn(async () => {
        const known = await rows()
        if (!known || isOverFor(userId)) return false
        const [id] = known
        if (id === undefined) {
          // Else this user would see the reminders of another one.
          await unsubscribe()
          return false
        }
        if (Notification.permission === 'granted') await renew(id)
        else await switchOff()
        return true
      }),
  }
}

/** Resolves with the id of the device. */
async function register({ subscription }: { subscription: PushSubscription }): Promise<string> {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const body = { endpoint: subscription.endpoint, keys: { p256dh, auth } }
  return (await api('POST /api/push-devices', { body, limitMs: longestCallMs })).id
}

const remove = (id: string) =>
  nullIfMissing(api('DELETE /api/push-devices/:id', { id, limitMs: longestCallMs }))

/** One of the two is enough: the server removes a device whose subscription has ended, when it next sends to it. */
async function end(id: string | undefined) {
  const [told, ended] = await Promise.allSettled([id && remove(id), unsubscribe()])
  if (told.status === 'rejected' && ended.status === 'rejected') throw told.reason
}
