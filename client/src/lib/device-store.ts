import type { UseStore } from 'idb-keyval'
import { isOverFor, pageUser } from './page-user'

/** What waits for a connection begins with this; it outlives another user's sign-out, see {@link forgetDevice}. */
export const waitingPrefix = 'waiting:'

const database = once(async () => {
  const idb = await import('idb-keyval')
  return { idb, rows: idb.createStore('lisa', 'device') }
})

type Database = { idb: typeof import('idb-keyval'); rows: UseStore }
type RowKey = [userId: string, key: string]

/**
 * What this device keeps for one user, in IndexedDB: structured data under a key. Where the browser has none, or its
 * storage is full or blocked, nothing is kept: reading finds nothing, and `set` says false.
 */
export function deviceStore(userId: string) {
  const rowKey = (key: string): RowKey => [userId, key]
  return {
    get: <T>(key: string) => attempt(({ idb, rows }) => idb.get<T>(rowKey(key), rows)),

    /** All that is kept under keys that begin with `prefix`. */
    all: async <T>(prefix: string): Promise<T[]> => {
      const entries = await attempt(({ idb, rows }) => idb.entries<RowKey, T>(rows))
      return (entries ?? [])
        .filter(([[owner, key]]) => owner === userId && key.startsWith(prefix))
        .map(([, value]) => value)
    },

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

/**
 * For signing out: removes what is kept for anybody. Only what waits to be sent stays, if it is another user's, whose
 * session has expired on this device: nobody else is shown it.
 */
export const forgetDevice = () =>
  attempt(async ({ idb, rows }) => {
    const keys = await idb.keys<RowKey>(rows)
    const isTheirs = ([owner, key]: RowKey) => owner !== pageUser.id && key.startsWith(waitingPrefix)
    await idb.delMany(
      keys.filter((key) => !isTheirs(key)),
      rows,
    )
  })

async function attempt<R>(action: (database: Database) => Promise<R> | R): Promise<R | undefined> {
  if (!('indexedDB' in globalThis)) return undefined
  try {
    return await action(await database())
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
