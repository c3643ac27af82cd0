import type { JournalEntryView } from '@shared/journal'
import { attempt, deviceStore, type RowKey } from './device-store'
import { announced } from './page-user'

/** The newest entries, and when the journal was read. */
export type KeptEntries = { readAt: string; entries: JournalEntryView[] }

const limit = 30
const key = 'entries'

/**
 * The newest entries, for reading them on this device without a connection. They are kept only where this user has asked
 * for it; that something is kept is the setting.
 */
export function keptEntries(userId: string) {
  const store = deviceStore(userId)

  /** Changes what is kept, if anything is: in one step, so that nothing that has been removed comes back. */
  const change = (changed: (kept: KeptEntries) => KeptEntries) =>
    attempt(({ idb, rows }) =>
      rows('readwrite', (table) => {
        const rowKey: RowKey = [userId, key]
        const found: IDBRequest<KeptEntries | undefined> = table.get(rowKey)
        found.onsuccess = () => found.result && table.put(changed(found.result), rowKey)
        return idb.promisifyRequest(table.transaction)
      }),
    )

  return {
    /** Nothing once a window of this browser has found the user signed out. */
    read: async () => (announced() === userId && (await store.get<KeptEntries>(key))) || null,
    /** Whether the browser keeps them. */
    start: (entries: JournalEntryView[]) => store.set(key, asRead(entries)),
    stop: () => store.remove(key),
    renew: (entries: JournalEntryView[]) => change(() => asRead(entries)),
    saved: (saved: JournalEntryView) =>
      change((kept) => {
        const others = kept.entries.filter(({ id }) => id !== saved.id)
        return { ...kept, entries: [saved, ...others].sort(newestFirst).slice(0, limit) }
      }),
    deleted: (deleted: string) =>
      change((kept) => ({ ...kept, entries: kept.entries.filter(({ id }) => id !== deleted) })),
  }
}

/** Removes the copies but this user's: when somebody else has signed in, or the session was ended elsewhere. */
export const forgetEntries = (exceptOf?: string) =>
  attempt(async ({ idb, rows }) => {
    const keys = await idb.keys<RowKey>(rows)
    await idb.delMany(
      keys.filter(([owner, name]) => name === key && owner !== exceptOf),
      rows,
    )
  })

const asRead = (entries: JournalEntryView[]): KeptEntries => ({ readAt: new Date().toISOString(), entries })

const newestFirst = (a: JournalEntryView, b: JournalEntryView) => (a.entryDate < b.entryDate ? 1 : -1)
