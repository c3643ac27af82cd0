import { addRoute, createHandlerBoundToURL, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isAt, screens } from '@shared/screens'

/** The parts of ServiceWorkerGlobalScope used here: the types of a worker cannot be loaded together with those of a page. */
declare const self: {
  /** The files of this build, which vite-plugin-pwa lists. */
  __WB_MANIFEST: { url: string; revision: string | null }[]
  registration: ServiceWorkerRegistration
  clients: { matchAll(): Promise<readonly unknown[]> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'message', listener: () => void): void
}

// The page and its chunks come from one build, the one that this worker came with. Nothing else is ever kept: no answer of
// the API, and no page but this one, which is the same for everybody.
precache(self.__WB_MANIFEST)
const shell = createHandlerBoundToURL('/index.html')

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && screens.some((screen) => isAt(screen, url.pathname)),
  async (options) => (await newerPage(options.request)) ?? shell(options),
)
// The link in a reminder leads by way of the server, unless that cannot be reached in time.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && url.pathname === '/api/write',
  async ({ request }) => {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, 3000))
    const answer = await Promise.race([fetch(request), late]).catch(() => undefined)
    return answer?.type === 'opaqueredirect' ? answer : Response.redirect('/journal/new')
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
