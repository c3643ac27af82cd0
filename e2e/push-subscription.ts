import type { BrowserContext } from '@playwright/test'
import type { Subscription } from '../server/test/push-service'

/** In place of the push service of the browser's maker, which a test cannot reach. */
export const subscribeTo = (
  context: BrowserContext,
  { endpoint, keys }: Pick<Subscription, 'endpoint' | 'keys'>,
) =>
  context.addInitScript(
    ({ endpoint, keys }) => {
      let subscription: object | null = null
      Object.assign(PushManager.prototype, {
        getSubscription: async () => subscription,
        async subscribe({ applicationServerKey = '' }: { applicationServerKey?: string }) {
          const text = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'))
          const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
          subscription = {
            endpoint,
            options: { applicationServerKey: bytes.buffer },
            toJSON: () => ({ endpoint, expirationTime: null, keys }),
            async unsubscribe() {
              subscription = null
              return true
            },
          }
          return subscription
        },
      })
    },
    { endpoint, keys },
  )
