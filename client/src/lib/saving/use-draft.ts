import { useEffect, useMemo } from 'react'
import { draftOf } from './drafts'

/** Throttles writes, so that typing in a long entry stays smooth. */
const writeInterval = 250

/**
 * Stores the text of a form until it is saved. `draft` is what was stored when the form opened. Call `keep` on every
 * change of the form, and `forget` after a save or when the draft is discarded.
 */
export function useDraft<T>(userId: string, kind: string, subject: string) {
  const keeper = useMemo(() => createKeeper<T>(userId, kind, subject), [userId, kind, subject])

  useEffect(() => {
    const flushIfHidden = () => document.visibilityState === 'hidden' && keeper.flush()
    document.addEventListener('visibilitychange', flushIfHidden)
    window.addEventListener('pagehide', keeper.flush)
    return () => {
      keeper.flush()
      document.removeEventListener('visibilitychange', flushIfHidden)
      window.removeEventListener('pagehide', keeper.flush)
    }
  }, [keeper])

  return keeper
}

function createKeeper<T>(userId: string, kind: string, subject: string) {
  const store = draftOf<T>(userId, kind, subject)
  let waiting: { values: T; base?: string } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (waiting) store.write(waiting.values, waiting.base)
    waiting = undefined
  }

  return {
    draft: store.read(),
    flush,
    keep(values: T, base?: string) {
      waiting = { values, base }
      if (timer !== undefined) return
      store.write(values, base)
      waiting = undefined
      timer = setTimeout(flush, writeInterval)
    },
    forget() {
      clearTimeout(timer)
      timer = undefined
      waiting = undefined
      store.remove()
    },
  }
}
