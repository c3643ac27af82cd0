import type { JournalEntryView } from '@shared/journal'
import type { RowKey } from './device-database'
import { attempt, deviceStore } from './device-store'
import { announced } from '@/lib/api/page-user'
import { clearDrafts } from './storage'

/** Of what is stored; entries that were stored before there was a version have the same fields. */
const version = 1

/** The newest entries, and when the journal was read. */
export type KeptEntries = { version?: number; readAt: string; entries: JournalEntryView[] }

const limit = 30
const key = 'entries'

/**
 * The newest entries, to be read on this device without a connection. They are kept only if this user has switched that
 * on. The setting is not stored separately: it is on if a list of entries is stored.
 */
export function keptEntries(userId: string) {
  const store = deviceStore(userId)

  /** Changes the stored list, if there is one: in one transaction, so that a list that was removed does not come back. */
  const change = (changed: (kept: KeptEntries) => KeptEntries) =>
    attempt(({ write }) =>
      write((table) => {
        const rowKey: RowKey = [userId, key]
        const found: IDBRequest<KeptEntries | undefined> = table.get(rowKey)
        found.onsuccess = () => found.result && table.put(changed(ofThisVersion(found.result)), rowKey)
      }),
    )

  return {
    /** Resolves with null once any window of this browser has found that the user is signed out. */
    async read() {
      const kept = announced() === userId ? await store.get<KeptEntries>(key) : undefined
      return kept ? ofThisVersion(kept) : null
    },
    /** Resolves with whether the browser stored them. */
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

/**
 * Removes what may not stay once the session of this browser was ended elsewhere: kept entries, and drafts where the user did
 * that. What waits to be sent stays: its owner was told that it will be.
 */
export function forgetSession(how: string) {
  if (how === 'signed-out') clearDrafts()
  return forgetEntries()
}

/** Removes the entries of all users, or of all but one. */
export const forgetEntries = (exceptOf?: string) =>
  attempt(async ({ idb, rows }) => {
    const keys = await idb.keys<RowKey>(rows)
    await idb.delMany(
      keys.filter(([owner, name]) => name === key && owner !== exceptOf),
      rows,
    )
  })

const asRead = (entries: JournalEntryView[]): KeptEntries => ({
  version,
  readAt: new Date().toISOString(),
  entries,
})

/** What a page of another version has stored is not read: the next visit to the journal replaces it. */
const ofThisVersion = (kept: KeptEntries): KeptEntries =>
  (kept.version ?? version) === version ? kept : { ...kept, version, entries: [] }

const newestFirst = (a: JournalEntryView, b: JournalEntryView) => (a.entryDate < b.entryDate ? 1 : -1)
