import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { GoalView } from '@shared/goals'
import { entryRecord, type JournalEntryView } from '@shared/journal'
import type { DeletedRow } from '@shared/versions'
import { useUser } from '@/features/auth/use-user'
import { afterRestore } from '@/features/goals/deletion-queries'
import { afterSave } from '@/features/journal/journal-queries'
import { entrySender } from '@/features/journal/saves-queries'
import { api, messageOf } from '@/lib/api/api'
import { entryInPlace } from '@/lib/api/entry-in-place'
import { randomId } from '@/lib/random-id'
import { saveVersion } from '@/lib/saving/save'
import { deletedKey, NotDeleted, restoreDeleted } from '@/lib/saving/undo-deletion'

export const deletedQueries = {
  list: () =>
    queryOptions({
      queryKey: deletedKey,
      queryFn: () => api('GET /api/deleted'),
      gcTime: 0,
    }),
}

const leaveOut = (client: QueryClient, id: string) =>
  client.setQueryData(deletedQueries.list().queryKey, (rows) => rows?.filter((row) => row.id !== id))

const showRow = (client: QueryClient, row: JournalEntryView | GoalView) =>
  'entryDate' in row ? afterSave(client, row) : afterRestore(client, row)

export function useRestore({ id, rowId, kind }: DeletedRow) {
  const client = useQueryClient()
  const what = kind === 'entry' ? 'Journal entry' : 'Goal'
  return useMutation({
    meta: {
      done: `${what} restored successfully`,
      failed: (error) =>
        entryInPlace(error)
          ? ''
          : `${what} not restored. ${error instanceof NotDeleted ? "It's back already, or was deleted for good." : messageOf(error)}`,
    },
    mutationFn: () => restoreDeleted(rowId),
    onSuccess(row) {
      leaveOut(client, id)
      return showRow(client, row)
    },
    onError: () => client.invalidateQueries({ queryKey: deletedKey }),
  })
}

export function useDeleteForGood({ id }: DeletedRow) {
  const client = useQueryClient()
  return useMutation({
    meta: { done: 'Deleted for good', failed: (error) => `Not deleted. ${messageOf(error)}` },
    mutationFn: () => api('DELETE /api/versions/:id', { id }),
    onSuccess: () => leaveOut(client, id),
  })
}

/** Joins the words of a deleted entry to those of the entry that has its date by now, whose id is given. It stays deleted. */
export function useKeepBoth({ id, rowId, label }: DeletedRow) {
  const client = useQueryClient()
  const { id: userId } = useUser()
  return useMutation({
    meta: {
      done: 'Journal entry updated successfully',
      failed: (error) => `The two are as they were. ${messageOf(error)}`,
    },
    async mutationFn(living: string) {
      const [versions, base] = await Promise.all([
        api('GET /api/journal-entries/:id/versions', { id: rowId }),
        api('GET /api/journal-entries/:id', { id: living }),
      ])
      const deleted = versions.find((version) => version.id === id)
      if (!deleted) throw new Error('The deleted entry is gone')
      return entrySender.send({
        version: saveVersion,
        id: randomId(),
        key: randomId(),
        userId,
        kind: entrySender.kind,
        subject: label,
        values: entryRecord.both(base, deleted.row),
        base,
        seen: [],
        savedAt: Date.now(),
      })
    },
    onSuccess: (saved) => afterSave(client, saved),
  })
}
