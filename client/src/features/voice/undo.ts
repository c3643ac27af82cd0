import type { QueryClient } from '@tanstack/react-query'
import type { GoalView } from '@shared/goals'
import { entryRecord, type EntryValues, type JournalEntryView } from '@shared/journal'
import { refreshGoals, showGoal } from '@/features/goals/goals-queries'
import { afterSave, refreshJournal } from '@/features/journal/journal-queries'
import { bodyOf } from '@/features/journal/saves-queries'
import { api, ApiError, currentOf, isMissing, isNotTaken, messageOf } from '@/lib/api/api'
import { withKept } from '@/lib/device/use-kept'
import type { Version } from '@/lib/saving/save'
import type { Undo, Write } from './voice-writes'

/** Of what is not known to be new, nor what it was before, nothing can be undone. */
export function undoOfEntry(entry: JournalEntryView, before: JournalEntryView | undefined): Undo | undefined {
  const { id, updatedAt, createdAt } = entry
  if (!before) return updatedAt === createdAt ? { kind: 'entry', id, updatedAt } : undefined
  const values = entryRecord.values(before)
  const changed = entryRecord.differences(before, entry).map((name) => [name, values[name]])
  if (changed.length === 0) return undefined
  return {
    kind: 'entry',
    id,
    updatedAt,
    before: Object.fromEntries(changed) as Partial<EntryValues>,
    replaced: before.updatedAt,
  }
}

/** Undoes a write, unless its row has changed since. Gives what has become of the write, and its row if that is still there. */
export async function undoWrite(
  write: Write,
  client: QueryClient,
): Promise<{ write: Write; row?: Version | undefined }> {
  const { undo } = write
  if (!undo) return { write }
  const isEntry = undo.kind === 'entry'
  const undone = { ...write, state: 'undone' as const, undo: undefined, reason: undefined }
  try {
    const row = await takeBack(undo, client)
    if (!row) forget(undo)
    return { write: undone, row }
  } catch (error) {
    if (isMissing(error)) {
      forget(undo)
      // An earlier try has deleted it, whose answer was lost.
      if (undo.isTried && isCreated(undo)) return { write: undone }
      return { write: { ...write, undo: undefined, reason: 'This was deleted since.' } }
    }
    if (error instanceof ApiError && error.status === 409) {
      // The save before it is not given this version, which others may have changed too.
      if (isTakenBack(undo, currentOf(error))) return { write: undone }
      return { write: { ...write, undo: undefined, reason: 'This was changed since and stays as it is.' } }
    }
    const reason = `This could not be undone. ${messageOf(error)}`
    return { write: { ...write, undo: { ...undo, isTried: undo.isTried || isNotTaken(error) }, reason } }
  } finally {
    void (isEntry ? refreshJournal(client) : refreshGoals(client))
  }
}

const isCreated = ({ kind, before }: Undo) => kind === 'goal' || (kind === 'entry' && !before)

const forget = ({ kind, id }: Undo) =>
  void withKept((kept) => (kind === 'entry' ? kept.entryDeleted(id) : kept.goalDeleted(id)))

/** Whether an earlier try has taken it back, whose answer was lost. */
function isTakenBack(undo: Undo, current: JournalEntryView | GoalView | undefined): boolean {
  if (!current || isCreated(undo)) return false
  if (!('entryDate' in current)) return current.achievedAt === null
  return entryRecord.isSame(current, valuesBefore(undo, current))
}

function valuesBefore({ before }: Undo, entry: JournalEntryView): EntryValues {
  const values = { ...entryRecord.values(entry), ...before }
  // A goal may have been deleted since. Lisa has only added goals.
  return { ...values, goalIds: values.goalIds.filter((goal) => entry.goalIds.includes(goal)) }
}

const takeBack = (undo: Undo, client: QueryClient): Promise<Version | undefined> =>
  undo.kind === 'entry' ? takeBackEntry(undo, client) : takeBackGoal(undo, client)

async function takeBackEntry(undo: Undo, client: QueryClient) {
  const { id, updatedAt } = undo
  const entry = sameVersion(await api('GET /api/journal-entries/:id', { id }), updatedAt)
  if (isCreated(undo)) {
    await api('DELETE /api/journal-entries/:id', { id, query: { updatedAt } })
    return undefined
  }
  const body = { ...bodyOf(valuesBefore(undo, entry)), updatedAt }
  const row = await api('PUT /api/journal-entries/:id', { id, body })
  void afterSave(client, row)
  return row
}

async function takeBackGoal(undo: Undo, client: QueryClient) {
  const { id, updatedAt } = undo
  sameVersion(await api('GET /api/goals/:id', { id }), updatedAt)
  if (isCreated(undo)) {
    const [days, goals] = await Promise.all([
      api('GET /api/goals/:id/days', { id, query: { limit: 1 } }),
      api('GET /api/goals'),
    ])
    // What the user has linked with it since would lose the link.
    if (days.length || goals.some(({ parentId }) => parentId === id)) throw changedSince()
    await api('DELETE /api/goals/:id', { id, query: { updatedAt } })
    return undefined
  }
  const goal = await api('PATCH /api/goals/:id', { id, body: { achieved: false, updatedAt } })
  showGoal(client, goal)
  return goal
}

const changedSince = (current?: Version) =>
  new ApiError(409, JSON.stringify({ message: 'Changed since', current }))

function sameVersion<R extends Version>(row: R, updatedAt: string): R {
  if (row.updatedAt === updatedAt) return row
  throw changedSince(row)
}
