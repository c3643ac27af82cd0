import { type Device, deviceUntil, type RowKey } from './device-database'
import { isOverFor } from '@/lib/api/page-user'

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
      const kept = await attempt(({ write }) =>
        // Checked in the transaction, before which the page may have been left and come back.
        write((table) => !isOverFor(userId) && table.put(value, rowKey(key))),
      )
      return kept === true
    },

    remove: (key: string) => attempt(({ idb, rows }) => idb.del(rowKey(key), rows)),
  }
}

/** The values of one user, or of all, whose keys begin with `prefix`; undefined if there is no IndexedDB, or it fails. */
export const storedValues = <T>(prefix: string, userId?: string): Promise<T[] | undefined> =>
  attempt(({ values }) => values<T>(prefix, userId))

/** Removes what is kept under a key of all users, or of all but one. */
export const removeOfAll = (key: string, exceptOf?: string) =>
  attempt(async ({ idb, rows }) => {
    const keys = await idb.keys<RowKey>(rows)
    await idb.delMany(
      keys.filter(([owner, name]) => name === key && owner !== exceptOf),
      rows,
    )
  })

/** In some browsers opening the database, or a transaction, sometimes never ends: after this time it counts as failed. */
const longestMs = 2_000

/** Resolves with undefined if the browser has no IndexedDB, or it fails; then nothing is stored later either. */
export async function attempt<R>(action: (device: Device) => Promise<R> | R): Promise<R | undefined> {
  const limit = AbortSignal.timeout(longestMs)
  const late = new Promise<never>((_, reject) => limit.addEventListener('abort', reject))
  const done = async () => action(deviceUntil(limit))
  return Promise.race([done(), late]).catch(() => undefined)
}
