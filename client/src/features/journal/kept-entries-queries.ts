import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { useUser } from '@/features/auth/use-user'
import { api, isOutOfReach } from '@/lib/api/api'
import { useConnection } from '@/lib/api/connection'
import { keptEntries, type KeptEntries } from '@/lib/device/kept-entries'
import { pageSize, type Pages } from './journal-queries'

const all = ['kept-entries'] as const

/** The entries kept on this device; null if the user has not switched that on. */
const keptQuery = (userId: string) =>
  queryOptions({
    queryKey: [...all, userId],
    queryFn: () => keptEntries(userId).read(),
    staleTime: 0,
    gcTime: 0,
  })

export const useKeptEntries = () => useQuery(keptQuery(useUser().id))

export class NoStorageError extends Error {
  override readonly name = 'NoStorageError'
}

/** Switches the keeping of entries on or off, for this user on this device. */
export function useKeepEntries() {
  const client = useQueryClient()
  const { id } = useUser()
  return useMutation({
    mutationFn: async (isOn: boolean) => {
      const kept = keptEntries(id)
      if (!isOn) return void (await kept.stop())
      const entries = await api('GET /api/journal-entries', { query: { limit: pageSize } })
      if (!(await kept.start(entries))) throw new NoStorageError()
    },
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  })
}

type Journal = Pick<UseInfiniteQueryResult<Pages>, 'data' | 'isPending' | 'error'>

/** The entries kept on this device, in the shape of the server's answer, while the server cannot be reached. */
export function useKeptJournal(journal: Journal, isWanted: boolean) {
  const isMissing = isWanted && journal.data === undefined
  const isCut = useConnection() !== 'ok'
  const { data: kept, isLoading } = useQuery({
    ...keptQuery(useUser().id),
    select: asJournal,
    enabled: isMissing && isCut,
  })
  // They stay on screen while the journal is loaded again: the failure is still the one from before.
  const isShown = isMissing && (isCut || journal.isPending || isOutOfReach(journal.error))
  return { isReading: isLoading, ...(isShown && kept) }
}

const asJournal = (kept: KeptEntries | null): { readAt: string; pages: Pages } | null =>
  kept?.entries.length
    ? {
        readAt: kept.readAt,
        pages: { pages: [{ q: '', entries: kept.entries, total: undefined }], pageParams: [undefined] },
      }
    : null
