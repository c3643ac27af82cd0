import { onTestFinished, vi } from 'vitest'
import type { PushDeviceView } from '@shared/push'

/** The server's key, in base64url and as a browser gives it back. */
export const pushKey = 'BP-_q83v'
const keyBytes = Uint8Array.from([4, 255, 191, 171, 205, 239]).buffer

export const aDevice = (device: Partial<PushDeviceView> = {}): PushDeviceView => ({
  id: 'this',
  device: 'Chrome on Linux',
  createdAt: '2026-11-01T08:00:00.000Z',
  lastSentAt: null,
  lastSeenAt: new Date().toISOString(),
  ...device,
})

/** Properties of `navigator` for this test. */
export function setNavigator(properties: object) {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(navigator, name, { configurable: true, value })
    onTestFinished(() => void Reflect.deleteProperty(navigator, name))
  }
}

type Options = { permission?: NotificationPermission; answer?: NotificationPermission }

/** Notifications and a push service, which happy-dom lacks. `answer`: the user's, when asked for the permission. */
export function fakePush({ permission = 'default', answer = 'granted' }: Options = {}) {
  let subscription: PushSubscription | null = null
  let made = 0
  const allowed = Object.assign(new EventTarget(), { state: permission })

  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => {
    subscription = null
    return true
  })
  function subscriptionOf(endpoint: string, applicationServerKey = keyBytes) {
    const keys = { p256dh: `key of ${endpoint}`, auth: 'secret' }
    const toJSON = () => ({ endpoint, expirationTime: null, keys })
    return { endpoint, options: { applicationServerKey }, toJSON, unsubscribe } as unknown as PushSubscription
  }
  const subscribe = vi.fn<(options: PushSubscriptionOptionsInit) => Promise<PushSubscription>>(
    async () => (subscription = subscriptionOf(`https://push.test/${++made}`)),
  )
  const pushManager = { getSubscription: async () => subscription, subscribe }
  const requestPermission = vi.fn<() => Promise<NotificationPermission>>(async () => {
    browser.setPermission(answer)
    return answer
  })

  const registration = { pushManager }
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission, requestPermission })
  setNavigator({
    serviceWorker: Object.assign(new EventTarget(), {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    }),
    permissions: { query: async () => allowed },
  })

  const browser = {
    subscribe,
    unsubscribe,
    requestPermission,
    endpoint: () => subscription?.endpoint,
    /** As an earlier visit has left it. */
    hasSubscription(endpoint: string, madeWith?: ArrayBuffer) {
      subscription = subscriptionOf(endpoint, madeWith)
    },
    /** As the user does beside the page, in the browser's settings. */
    setPermission(state: NotificationPermission) {
      Object.assign(Notification, { permission: state })
      allowed.dispatchEvent(new Event('change'))
    },
  }
  return browser
}
