import { useSyncExternalStore } from 'react'
import { isGone } from '@/lib/api/probe'
import { attempt } from './storage'

let isReady = false
const listeners = new Set<() => void>()

/** Whether there is a newer version of the app than this page. */
export const useNewVersion = () => useSyncExternalStore(subscribe, () => isReady)

export function offerNewVersion() {
  isReady = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Reloads this window with the newer version. Other windows keep their version until they are reloaded. */
export async function takeUpNewVersion() {
  const registration = await navigator.serviceWorker?.getRegistration()
  const waiting = registration?.waiting
  if (!waiting) return window.location.reload()
  waiting.addEventListener('statechange', () => waiting.state === 'activating' || window.location.reload())
  waiting.postMessage('take over', [])
  setTimeout(() => window.location.reload(), longestTakeOverMs)
}

/** Chromium sometimes keeps the newer worker waiting. After a reload sw.ts then takes the page from the server. */
const longestTakeOverMs = 5_000

const reloadedKey = 'lisa:reloaded'

/**
 * After a deployment the server may no longer have the code that an open page still has to load. Then the page is
 * reloaded, once, unless somebody is typing; what was typed before is kept as a draft.
 */
export function watchForMissingCode(): () => void {
  async function reloadIfGone() {
    const ownCode = document.querySelector<HTMLScriptElement>('script[type=module]')?.src
    // Without a connection the code is missing too, and a reload would not help.
    if (!ownCode || !(await isGone(ownCode))) return
    offerNewVersion()
    const isTyping = document.activeElement?.matches('input, textarea, select')
    if (!isTyping && isFirstReloadOf(ownCode)) void takeUpNewVersion()
  }
  window.addEventListener('vite:preloadError', reloadIfGone)
  return () => window.removeEventListener('vite:preloadError', reloadIfGone)
}

/** Also false if the browser cannot store anything, so that a page is not reloaded again and again. */
function isFirstReloadOf(code: string) {
  const reloaded = () => attempt(() => sessionStorage.getItem(reloadedKey)) === code
  if (reloaded()) return false
  attempt(() => sessionStorage.setItem(reloadedKey, code))
  return reloaded()
}
