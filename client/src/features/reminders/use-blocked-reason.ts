import { useSyncExternalStore } from 'react'

/** Why notifications cannot be switched on here, as a sentence; undefined if they can. */
export const useBlockedReason = () => useSyncExternalStore(subscribe, blockedReason)

function blockedReason(): string | undefined {
  if (!('PushManager' in window && 'serviceWorker' in navigator))
    return isTabOnAppleDevice()
      ? 'Add Lisa to the Home Screen first: tap Share, then “Add to Home Screen”, and open Lisa from there.'
      : "This browser can't show notifications."
  return Notification.permission === 'denied'
    ? 'Your browser blocks notifications from Lisa. Allow them in its settings for this site, then switch this on.'
    : undefined
}

/**
 * iPhones and iPads have notifications only for installed apps. Safari on an iPad claims to run on a Mac, but a Mac has
 * no touch screen.
 */
const isTabOnAppleDevice = () =>
  (/iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)) &&
  !window.matchMedia('(display-mode: standalone)').matches

/** The permission can be changed beside the page, in the browser's settings. */
function subscribe(listener: () => void) {
  const watch = new AbortController()
  const asked = navigator.permissions?.query({ name: 'notifications' })
  asked?.then(
    (permission) => permission.addEventListener('change', listener, watch),
    () => {},
  )
  return () => watch.abort()
}
