import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useUser } from '@/features/auth/use-user'
import { pageSize } from '@/features/journal/journal-queries'
import { api } from '@/lib/api/api'
import { keptCopies } from '@/lib/device/kept-copies'
import { keptQuery } from '@/lib/device/use-kept'

export class NoStorageError extends Error {
  override readonly name = 'NoStorageError'
}

/** Switches the keeping of entries and goals on or off, for this user on this device. */
export function useKeepCopies() {
  const client = useQueryClient()
  const { id } = useUser()
  return useMutation({
    mutationFn: async (isOn: boolean) => {
      const kept = keptCopies(id)
      if (!isOn) return void (await kept.stop())
      const [entries, goals] = await Promise.all([
        api('GET /api/journal-entries', { query: { limit: pageSize } }),
        api('GET /api/goals'),
      ])
      if (!(await kept.start(entries, goals))) throw new NoStorageError()
    },
    onSettled: () => client.invalidateQueries({ queryKey: keptQuery.queryKey }),
  })
}
