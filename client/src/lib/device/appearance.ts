import { useSyncExternalStore } from 'react'

export const appearances = ['system', 'light', 'dark'] as const
export type Appearance = (typeof appearances)[number]

/** public/assets/appearance-1.js keeps it on this device and shows it. */
export const chooseAppearance = (detail: Appearance) =>
  void document.dispatchEvent(new CustomEvent('lisa:appearance', { detail }))

export const useAppearance = () => useSyncExternalStore(subscribe, shownAppearance)

const shownAppearance = () =>
  appearances.find((one) => one === document.documentElement.dataset.appearance) ?? 'system'

function subscribe(listener: () => void) {
  const watch = new AbortController()
  for (const event of ['lisa:appearance', 'visibilitychange'])
    document.addEventListener(event, listener, { signal: watch.signal })
  return () => watch.abort()
}
