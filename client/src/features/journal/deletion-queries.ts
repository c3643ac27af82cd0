import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { JournalEntryView } from '@shared/journal'
import { useUser } from '@/features/auth/use-user'
import { api } from '@/lib/api/api'
import { withKept } from '@/lib/device/use-kept'
import { removeDraftsOfRow } from '@/lib/saving/drafts'
import { deleted } from '@/lib/saving/undo-deletion'
import { afterSave, changeEntries, refreshJournal } from './journal-queries'

export function useDeleteEntry({ id, entryDate }: Pick<JournalEntryView, 'id' | 'entryDate'>) {
  const client = useQueryClient()
  const { id: userId } = useUser()
  return useMutation({
    meta: {
      done: deleted<JournalEntryView>(client, 'Journal entry', id, (row) => afterSave(client, row)),
      failed: 'Failed to delete journal entry',
    },
    mutationFn: () => api('DELETE /api/journal-entries/:id', { id }),
    onSuccess: () => {
      removeDraftsOfRow(userId, 'journal', entryDate)
      void withKept((kept) => kept.entryDeleted(id))
      changeEntries(client, (entries) => entries.filter((entry) => entry.id !== id))
      return refreshJournal(client)
    },
  })
}
