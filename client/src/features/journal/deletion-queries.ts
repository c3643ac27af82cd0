import { mutationOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { JournalEntryView } from '@shared/journal'
import { useUser } from '@/features/auth/use-user'
import { api } from '@/lib/api/api'
import { withKept } from '@/lib/device/use-kept'
import { removeDraftsOfRow } from '@/lib/saving/drafts'
import { toldOfDeletion } from '@/lib/saving/undo-deletion'
import { afterSave, changeEntries, refreshJournal } from './journal-queries'

function deletionOf(client: QueryClient, userId: string, id: string, entryDate: string) {
  let putDraftsBack = () => {}
  return mutationOptions({
    meta: {
      done: toldOfDeletion<JournalEntryView>(client, 'Journal entry', id, (row) => {
        putDraftsBack()
        return afterSave(client, row)
      }),
      failed: 'Failed to delete journal entry',
    },
    mutationFn: () => api('DELETE /api/journal-entries/:id', { id }),
    onSuccess: () => {
      putDraftsBack = removeDraftsOfRow(userId, 'journal', entryDate)
      void withKept((kept) => kept.entryDeleted(id))
      changeEntries(client, (entries) => entries.filter((entry) => entry.id !== id))
      return refreshJournal(client)
    },
  })
}

export function useDeleteEntry({ id, entryDate }: Pick<JournalEntryView, 'id' | 'entryDate'>) {
  const client = useQueryClient()
  const { id: userId } = useUser()
  // The same at each rendering, so that the toast has the drafts that were removed.
  return useMutation(
    useMemo(() => deletionOf(client, userId, id, entryDate), [client, userId, id, entryDate]),
  )
}
