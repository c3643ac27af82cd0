import type * as Database from './device-database'
import { isOverFor } from './page-user'

export type RowKey = [userId: string, key: string]

/**
 * What this device keeps for one user: structured data under keys in IndexedDB. Where the browser has no IndexedDB, or its
 * storage is full or blocked, nothing is kept: reading finds nothing, and `set` resolves with false.
 */
export function deviceStore(userId: string) {
  const rowKey = (key: string): RowKey => [userId, key]
  return {
    get: <T>(key: string) => attempt(({ idb, rows }) => idb.get<T>(rowKey(key), rows)),

    /** Every value whose key begins with `prefix`. */
    all: async <T>(prefix: string): Promise<T[]> => (await storedValues<T>(prefix, userId)) ?? [],

    /** Resolves with whether the value was stored; nothing is stored once this user has signed out in any window. */
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

/** The values of one user, or of all, whose keys begin with `prefix`; undefined if there is no IndexedDB, or it fails. */
export async function storedValues<T>(prefix: string, userId?: string): Promise<T[] | undefined> {
  const entries = await attempt(({ idb, rows }) => idb.entries<RowKey, T>(rows))
  return entries
    ?.filter(([[owner, key]]) => key.startsWith(prefix) && owner === (userId ?? owner))
    .map(([, value]) => value)
}

/** In some browsers opening the database, or a transaction, sometimes never ends: after this time it counts as failed. */
const longestMs = 2_000

/** Resolves with undefined if the browser has no IndexedDB, or it fails. */
export async function attempt<R>(
  action: (database: typeof Database) => Promise<R> | R,
): Promise<R | undefined> {
  if (!('indexedDB' in globalThis)) return undefined
  try {
    const late = new Promise<never>((_, reject) => setTimeout(reject, longestMs))
    return await Promise.race([import('./device-database').then(action), late])
  } catch {
    return undefined
  }
}
