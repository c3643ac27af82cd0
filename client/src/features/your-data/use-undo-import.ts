import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportReport } from '@shared/import'
import { useUser } from '@/features/auth/use-user'
import { api, isMissing } from '@/lib/api/api'
import { forgetImport, keepImport, lastImport, type LastImport } from './last-import'

export function useUndoImport() {
  const client = useQueryClient()
  const { id: userId } = useUser()
  const [last, setLast] = useState(() => lastImport(userId))

  function forget() {
    forgetImport(userId)
    setLast(undefined)
  }
  const undoing = useMutation({
    mutationFn: ({ id }: LastImport) => api('POST /api/imports/:id/undo', { id }),
    onSuccess: forget,
    onError: (error) => isMissing(error) && forget(),
    // It may be undone although the answer was lost.
    onSettled: () => void client.invalidateQueries(),
  })
  return {
    /** None, or one that can be undone. */
    last,
    undoing,
    keep(report: ImportReport) {
      undoing.reset()
      const imported = keepImport(userId, report)
      // One that changed nothing leaves the one before to be undone.
      if (imported) setLast(imported)
    },
  }
}
