import type { QueryClient } from '@tanstack/react-query'
import { api } from '@/lib/api/api'
import type { Told } from '@/lib/api/query-client'

export const deletedKey = ['deleted']

/** Of a row that another window has restored, or deleted for good. */
export class NotDeleted extends Error {
  override readonly name = 'NotDeleted'
}

/** Restores a row as it was deleted; never over one that is back by now, whose newer words would be lost. */
export async function restoreDeleted(rowId: string) {
  const found = (await api('GET /api/deleted')).find((one) => one.rowId === rowId)
  if (!found) throw new NotDeleted()
  return api('POST /api/versions/:id/restore', { id: found.id })
}

/** What the toast of a deletion says, with a button that brings the row back as it was. */
export const toldOfDeletion = <Row>(
  client: QueryClient,
  what: 'Journal entry' | 'Goal',
  rowId: string,
  show: (row: Row) => Promise<unknown>,
): Told['done'] => ({
  title: 'Success',
  description: `${what} deleted successfully`,
  action: {
    label: 'Undo',
    instead: 'Undo it in Settings, under Recently deleted',
    act: () =>
      void client
        .getMutationCache()
        .build(client, {
          meta: {
            done: `${what} restored successfully`,
            failed: `The ${what.toLowerCase()} is not back. You can restore it in Settings, under Recently deleted.`,
          },
          mutationFn: () => restoreDeleted(rowId) as Promise<Row>,
          onSuccess: show,
          onSettled: () => client.invalidateQueries({ queryKey: deletedKey }),
        })
        .execute(undefined)
        .catch(() => {}),
  },
})
