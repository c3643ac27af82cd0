import { useEffect, useMemo, useState } from 'react'
import { draftOf, type Draft, type WriteOptions } from './drafts'

/** Throttles writes, so that typing in a long entry stays smooth. */
const writeInterval = 250

/**
 * Stores the text of a form until it is saved. `draft` is what was stored when the form opened. Call `keep` on every
 * change of the form, and `forget` after a save or when the draft is discarded.
 */
export function useDraft<T>(
  userId: string,
  kind: string,
  subject: string,
  isWanted?: (draft: Draft<T>) => boolean,
  owner?: string,
) {
  const [first] = useState(() => isWanted)
  const keeper = useMemo(
    () => createKeeper<T>(draftOf<T>(userId, kind, subject, owner), first),
    [userId, kind, subject, first, owner],
  )

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

function createKeeper<T>(store: ReturnType<typeof draftOf<T>>, isWanted?: (draft: Draft<T>) => boolean) {
  let waiting: { values: T; base?: string; more?: WriteOptions } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStored = true

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (waiting) {
      isStored = store.write(waiting.values, waiting.base, waiting.more)
    }
    waiting = undefined
    return isStored
  }

  return {
    draft: store.read(isWanted),
    /** Returns false if there was no room for what was kept last. */
    flush,
    keep(values: T, base?: string, more?: WriteOptions) {
      waiting = { values, base, more }
      if (timer !== undefined) return
      flush()
      timer = setTimeout(flush, writeInterval)
    },
    forget() {
      clearTimeout(timer)
      timer = undefined
      waiting = undefined
      isStored = true
      store.remove()
    },
  }
}
