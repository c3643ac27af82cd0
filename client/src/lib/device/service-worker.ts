import { pageUser } from '@/lib/api/page-user'
import { offerNewVersion } from './new-version'

/** Lets the browser keep the app's code (sw.ts), so that it opens without a network, and learns of newer versions. */
export async function startServiceWorker() {
  // A sign-out, which is under way, removes the worker.
  if (pageUser.isOver) return
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register('/sw.js')
  const offerIfWaiting = () => registration.waiting && serviceWorker.controller && offerNewVersion()
  const askForUpdate = () => document.hidden || void registration.update().catch(() => {})

  offerIfWaiting()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', offerIfWaiting),
  )
  // Another window has activated the newer version.
  serviceWorker.addEventListener('controllerchange', offerNewVersion)
  // The browser checks for updates on each navigation, but a page may stay open for days.
  document.addEventListener('visibilitychange', askForUpdate)
}

/** Tells the worker, which is about to open the link of a notification, what this window shows, and whether that may be left. */
export function answerWorker(isCalm: boolean): () => void {
  const watch = new AbortController()
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ ports }) => ports[0]?.postMessage({ path: window.location.pathname, isCalm }),
    watch,
  )
  return () => watch.abort()
}
