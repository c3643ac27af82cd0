import { isOverFor } from './page-user'

const database = once(async () => {
  const idb = await import('idb-keyval')
  return { idb, rows: idb.createStore('lisa', 'device') }
})

type Database = Awaited<ReturnType<typeof database>>
export type RowKey = [userId: string, key: string]

/**
 * What this device keeps for one user, in IndexedDB: structured data under a key. Where the browser has none, or its
 * storage is full or blocked, nothing is kept: reading finds nothing, and `set` says false.
 */
export function deviceStore(userId: string) {
  const rowKey = (key: string): RowKey => [userId, key]
  return {
    get: <T>(key: string) => attempt(({ idb, rows }) => idb.get<T>(rowKey(key), rows)),

    /** All that is kept under keys that begin with `prefix`. */
    all: async <T>(prefix: string): Promise<T[]> =>
      (await rowsOfAll<T>(prefix)).filter(({ owner }) => owner === userId).map(({ value }) => value),

    /** Whether it is kept; nothing is once this user has signed out, in any window. */
    set: async (key: string, value: unknown): Promise<boolean> => {
      const kept = await attempt(({ idb, rows }) => {
        if (isOverFor(userId)) return false
        return idb.set(rowKey(key), value, rows).then(() => true)
      })
      return kept === true
    },

    remove: (key: string) => attempt(({ idb, rows }) => idb.del(rowKey(key), rows)),
  }
}

/** What is kept for anybody under keys that begin with `prefix`. */
export async function rowsOfAll<T>(prefix: string): Promise<{ owner: string; value: T }[]> {
  const entries = (await attempt(({ idb, rows }) => idb.entries<RowKey, T>(rows))) ?? []
  return entries.filter(([[, key]]) => key.startsWith(prefix)).map(([[owner], value]) => ({ owner, value }))
}

/** For signing out: removes what is kept for anybody. */
export const forgetDevice = () => attempt(({ idb, rows }) => idb.clear(rows))

/** A database that does not open, as it happens in some browsers, is one that does not work. */
const longestMs = 2_000

/** undefined where the browser has no such storage, or it fails. */
export async function attempt<R>(action: (database: Database) => Promise<R> | R): Promise<R | undefined> {
  if (!('indexedDB' in globalThis)) return undefined
  try {
    const late = new Promise<never>((_, reject) => setTimeout(reject, longestMs))
    return await Promise.race([database().then(action), late])
  } catch {
    return undefined
  }
}

/** Loads it with the first use; after a failure, such as a lost connection, with the next one. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    }))
}
