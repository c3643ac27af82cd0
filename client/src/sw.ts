import { addRoute, createHandlerBoundToURL, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import type { PushMessage } from '@shared/push-message'
import { isAt, ofLink, screens } from '@shared/screens'

type WorkEvent = { waitUntil(work: Promise<unknown>): void }
type PushEvent = WorkEvent & { data: { json(): unknown } | null }
type NotificationEvent = WorkEvent & { notification: Notification }

/** The parts of ServiceWorkerGlobalScope used here: the types of a worker cannot be loaded together with those of a page. */
declare const self: {
  /** The files of this build, which vite-plugin-pwa lists. */
  __WB_MANIFEST: { url: string; revision: string | null }[]
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options?: { type: 'window' }): Promise<readonly Window[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'message', listener: () => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
}
type Window = Pick<MessagePort, 'postMessage'> & {
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}

/** The link in a reminder, and the screen that it leads to. */
const writePath = '/api/write'
const formPath = '/journal/new'

/** Where a link leads that checks first whether somebody is signed in. */
function screenOfLink({ pathname, searchParams }: URL): string | undefined {
  if (pathname === writePath) return formPath
  const screen = pathname === '/api/open' && searchParams.get('screen')
  return screens.find(({ path }) => path === screen && !path.includes(':'))?.path
}

// The page and its chunks come from one build, the one that this worker came with. Nothing else is ever kept: no answer of
// the API, and no page but this one, which is the same for everybody.
precache(self.__WB_MANIFEST)
const shell = createHandlerBoundToURL('/index.html')

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && screens.some((screen) => isAt(screen, url.pathname)),
  async (options) => (await newerPage(options.request)) ?? shell(options),
)
// By way of the server, unless that cannot be reached in time.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && screenOfLink(url) !== undefined,
  async ({ request, url }) => {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, 3000))
    const answer = await Promise.race([fetch(request), late]).catch(() => undefined)
    return answer?.type === 'opaqueredirect' ? answer : Response.redirect((screenOfLink(url) ?? '/') + ofLink)
  },
)
addRoute({ directoryIndex: '', cleanURLs: false })

/**
 * When the only window is reloaded while a newer worker waits, it gets the page of the newer version from the server, and
 * its code too until that worker has taken over. A newer worker normally waits until every window of this version is closed,
 * so a faulty version would outlive reloads.
 */
async function newerPage({ url }: Request) {
  const { waiting } = self.registration
  if (!waiting || (await self.clients.matchAll()).length > 1) return undefined
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3000) })
    if (!answer.ok) return undefined
    const page = new Response(await answer.blob(), answer)
    waiting.postMessage('take over', [])
    return page
  } catch {
    return undefined
  }
}

// The only message is 'take over', from lib/device/new-version.ts.
self.addEventListener('message', () => void self.skipWaiting())

self.addEventListener('push', (event) => event.waitUntil(show(event)))

/** Browsers demand a notification for every message, also for one that cannot be read. */
function show({ data }: PushEvent) {
  const { title, navigate, ...message } = { ...unreadable, ...notificationIn(data) }
  const options: NotificationOptions & { renotify: boolean } = {
    ...message,
    // Else one that takes the place of an earlier one makes no sound.
    renotify: true,
    icon: '/icons/lisa-192.png',
    badge: '/icons/badge-96.png',
    data: { navigate },
  }
  return self.registration.showNotification(title, options)
}

const unreadable = { title: 'Time for your journal', tag: 'reminder', navigate: writePath }

function notificationIn(data: PushEvent['data']): Partial<PushMessage['notification']> {
  try {
    return data ? (data.json() as PushMessage).notification : {}
  } catch {
    return {}
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(ownAddress(event.notification.data?.navigate)))
})

/**
 * Focuses a window that shows the form of the link already. Otherwise opens the link in a window where nobody writes or
 * talks, or in a new one, so that no words are lost.
 */
async function open({ pathname, href }: URL) {
  const windows = await self.clients.matchAll({ type: 'window' })
  const shown = await Promise.all(windows.map(whatIsShown))
  const form = pathname === writePath && windows[shown.findIndex((screen) => screen?.path === formPath)]
  const calm = windows[shown.findIndex((screen) => screen?.isCalm)]
  const taken = form || calm
  if (!taken) return self.clients.openWindow(href)
  await taken.focus().catch(() => {})
  if (taken === calm) await calm.navigate(href)
}

function ownAddress(address: string): URL {
  const url = new URL(address, location.origin)
  return url.origin === location.origin ? url : new URL(writePath, location.origin)
}

/** As the window itself says (lib/device/service-worker.ts): some browsers know only the address that it was opened at. */
const whatIsShown = (window: Window) =>
  new Promise<{ path: string; isCalm: boolean } | undefined>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }) => resolve(data))
    port1.start()
    window.postMessage('what is shown?', [port2])
    // Firefox lets a tap open a window for a second only.
    setTimeout(resolve, 300)
  })
