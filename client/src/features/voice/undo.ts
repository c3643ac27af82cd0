import type { QueryClient } from '@tanstack/react-query'
import { entryRecord, type EntryValues, type JournalEntryView } from '@shared/journal'
import { refreshGoals, showGoal } from '@/features/goals/goals-queries'
import { afterSave, refreshJournal } from '@/features/journal/journal-queries'
import { bodyOf } from '@/features/journal/saves-queries'
import { api, ApiError, isMissing, messageOf } from '@/lib/api/api'
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
  try {
    const row = await takeBack(undo, client)
    return { write: { ...write, state: 'undone', undo: undefined, reason: undefined }, row }
  } catch (error) {
    if (isMissing(error)) return { write: { ...write, undo: undefined, reason: 'This was deleted since.' } }
    const isChanged = error instanceof ApiError && error.status === 409
    return isChanged
      ? { write: { ...write, undo: undefined, reason: 'This was changed since and stays as it is.' } }
      : { write: { ...write, reason: `This could not be undone. ${messageOf(error)}` } }
  }
}

function takeBack({ kind, ...undo }: Undo, client: QueryClient): Promise<Version | undefined> {
  return kind === 'entry' ? takeBackEntry(undo, client) : takeBackGoal(undo, kind === 'goal', client)
}

type Known = Omit<Undo, 'kind'>

async function takeBackEntry({ id, updatedAt, before }: Known, client: QueryClient) {
  const entry = sameVersion(await api('GET /api/journal-entries/:id', { id }), updatedAt)
  if (!before) {
    await api('DELETE /api/journal-entries/:id', { id })
    void withKept((kept) => kept.entryDeleted(id))
    void refreshJournal(client)
    return undefined
  }
  const values = { ...entryRecord.values(entry), ...before }
  // A goal may have been deleted since. Lisa has only added goals.
  const goalIds = values.goalIds.filter((goal) => entry.goalIds.includes(goal))
  const body = { ...bodyOf({ ...values, goalIds }), updatedAt }
  const row = await api('PUT /api/journal-entries/:id', { id, body })
  void afterSave(client, row)
  return row
}

async function takeBackGoal({ id, updatedAt }: Known, isCreated: boolean, client: QueryClient) {
  let row: Version | undefined
  if (isCreated) {
    sameVersion(await api('GET /api/goals/:id', { id }), updatedAt)
    await api('DELETE /api/goals/:id', { id })
    void withKept((kept) => kept.goalDeleted(id))
  } else {
    const goal = await api('PATCH /api/goals/:id', { id, body: { achieved: false, updatedAt } })
    showGoal(client, goal)
    row = goal
  }
  void refreshGoals(client)
  return row
}

function sameVersion<R extends Version>(row: R, updatedAt: string): R {
  if (row.updatedAt === updatedAt) return row
  throw new ApiError(409, 'Changed since')
}
