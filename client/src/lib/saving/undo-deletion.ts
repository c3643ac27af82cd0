import type { QueryClient } from '@tanstack/react-query'
import { api } from '@/lib/api/api'
import type { Told } from '@/lib/api/query-client'

/** What the toast of a deletion says, with a button that brings the row back as it was. */
export const deleted = <Row>(
  client: QueryClient,
  row: 'Journal entry' | 'Goal',
  rowId: string,
  show: (row: Row) => Promise<unknown>,
): Told['done'] => ({
  title: 'Success',
  description: `${row} deleted successfully`,
  action: {
    label: 'Undo',
    instead: 'Undo it in Settings, under Recently deleted',
    act: () =>
      void client
        .getMutationCache()
        .build(client, {
          meta: {
            done: `${row} restored successfully`,
            failed: `The ${row.toLowerCase()} is not back. You can restore it in Settings, under Recently deleted.`,
          },
          async mutationFn() {
            const found = (await api('GET /api/deleted')).find((one) => one.rowId === rowId)
            if (!found) throw new Error('It is not among what was deleted')
            return api('POST /api/versions/:id/restore', { id: found.id }) as Promise<Row>
          },
          onSuccess: show,
        })
        .execute(undefined)
        .catch(() => {}),
  },
})
