import { useSyncExternalStore } from 'react'

type ToastOptions = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** A button; `instead` says how the same is done later. */
  action?: { label: string; instead: string; act: () => void }
}
export type Toast = ToastOptions & { id: number; open: boolean }

const visibleAtOnce = 1
const removalDelay = 1_000_000

let toasts: readonly Toast[] = []
let newestId = 0
const listeners = new Set<() => void>()

let tellThatItIsThere = () => {}
/** Resolves once the toaster, whose code is loaded later than the page, has called {@link toasterMounted}. */
export const toasterIsThere = new Promise<void>((resolve) => (tellThatItIsThere = resolve))
export const toasterMounted = () => tellThatItIsThere()

/** Replaces the current toast, and returns the id of the new one. */
export function toast(options: ToastOptions): number {
  const id = ++newestId
  set([{ ...options, id, open: true }, ...toasts].slice(0, visibleAtOnce))
  return id
}

/** Closes a toast; it stays in the list, hidden, until the removal delay has passed. */
export function dismissToast(id: number) {
  if (!toasts.some((toast) => toast.id === id && toast.open)) return
  set(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), removalDelay)
}

/** Closes what is open: the user goes on to something else. */
export function dismissToasts() {
  for (const { id } of toasts) dismissToast(id)
}

/** Removes every toast at once; for tests. */
export function clearToasts() {
  set([])
}

export const useToasts = () => useSyncExternalStore(subscribe, () => toasts)

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
