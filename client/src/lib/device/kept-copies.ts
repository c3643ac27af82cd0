import type { GoalView } from '@shared/goals'
import type { JournalEntryView } from '@shared/journal'
import { isMoodChosen } from '@shared/journal/mood'
import type { RowKey } from './device-database'
import { attempt, deviceStore, removeOfAll } from './device-store'
import { announced } from '@/lib/api/page-user'
import { forgetNotifications } from './push-subscription'
import { clearDrafts } from './storage'

/** Of what is stored; what was stored before there was a version has the same fields. */
const version = 1

/** The newest entries and all goals, and when each were read; no goals until these have been read once. */
export type KeptCopies = {
  version?: number
  readAt: string
  entries: JournalEntryView[]
  goals?: { readAt: string; goals: GoalView[] }
}

const limit = 30
/** Of the row, which at first had only entries. */
const key = 'entries'

/**
 * Copies of the newest entries and of the goals, to be read on this device without a connection. They are kept only if this
 * user has switched that on. The setting is not stored separately: it is on if there is a row of them.
 */
export function keptCopies(userId: string) {
  const store = deviceStore(userId)

  /** Changes the row, if there is one: in one transaction, so that a row that was removed does not come back. */
  const change = (changed: (kept: KeptCopies) => KeptCopies) =>
    attempt(({ write }) =>
      write((table) => {
        const rowKey: RowKey = [userId, key]
        const found: IDBRequest<KeptCopies | undefined> = table.get(rowKey)
        found.onsuccess = () => found.result && table.put(changed(ofThisVersion(found.result)), rowKey)
      }),
    )
  const changeEntries = (changed: (entries: JournalEntryView[]) => JournalEntryView[]) =>
    change((kept) => ({ ...kept, entries: changed(kept.entries) }))
  const changeGoals = (changed: (goals: GoalView[]) => GoalView[]) =>
    change((kept) => ({ ...kept, goals: kept.goals && { ...kept.goals, goals: changed(kept.goals.goals) } }))

  return {
    /** Resolves with null once any window of this browser has found that the user is signed out. */
    async read() {
      const kept = announced() === userId ? await store.get<KeptCopies>(key) : undefined
      return kept ? ofThisVersion(kept) : null
    },
    /** Resolves with whether the browser stored them. */
    start: (entries: JournalEntryView[], goals: GoalView[]) =>
      store.set(key, {
        version,
        readAt: now(),
        entries,
        goals: { readAt: now(), goals },
      } satisfies KeptCopies),
    stop: () => store.remove(key),

    renewEntries: (entries: JournalEntryView[]) => change((kept) => ({ ...kept, readAt: now(), entries })),
    /** What is kept stays where it is newer: the entry may have been read before it was saved. */
    entrySeen: (seen: JournalEntryView) =>
      changeEntries((entries) =>
        entries.some(({ id, updatedAt }) => id === seen.id && updatedAt >= seen.updatedAt)
          ? entries
          : [seen, ...entries.filter(({ id }) => id !== seen.id)].sort(newestFirst).slice(0, limit),
      ),
    entryDeleted: (deleted: string) => changeEntries((entries) => entries.filter(({ id }) => id !== deleted)),

    renewGoals: (goals: GoalView[]) => change((kept) => ({ ...kept, goals: { readAt: now(), goals } })),
    goalSaved: (saved: GoalView) =>
      changeGoals((goals) =>
        goals.some(({ id }) => id === saved.id)
          ? goals.map((goal) => (goal.id === saved.id ? saved : goal))
          : [saved, ...goals],
      ),
    goalDeleted: (deleted: string) => changeGoals((goals) => goals.filter(({ id }) => id !== deleted)),
  }
}

/**
 * Removes what may not stay after the session of this browser was ended elsewhere: the kept copies, and if the user has
 * signed out, drafts and notifications too. What waits to be sent stays, since its owner was told that it will be sent.
 */
export function forgetSession(how: string) {
  if (how === 'signed-out') {
    clearDrafts()
    void forgetNotifications()
  }
  return forgetCopies()
}

/** Removes the copies of all users, or of all but one. */
export const forgetCopies = (exceptOf?: string) => removeOfAll(key, exceptOf)

const now = () => new Date().toISOString()

/** What a page of another version has stored is not read: the next visit to the journal and the goals replaces it. */
const ofThisVersion = (kept: KeptCopies): KeptCopies =>
  (kept.version ?? version) === version
    ? { ...kept, entries: kept.entries.map((entry) => ({ ...entry, moodChosen: isMoodChosen(entry) })) }
    : { version, readAt: kept.readAt, entries: [] }

const newestFirst = (a: JournalEntryView, b: JournalEntryView) => (a.entryDate < b.entryDate ? 1 : -1)
