import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { isOutOfReach } from '@/lib/api/api'
import { useConnection } from '@/lib/api/connection'
import { pageUser } from '@/lib/api/page-user'
import { keptCopies, type KeptCopies } from './kept-copies'

/** Resolves with undefined if that fails. */
export const withKept = <R>(act: (kept: ReturnType<typeof keptCopies>) => Promise<R>) =>
  act(keptCopies(pageUser.id ?? '')).catch(() => undefined)

/** The copies on this device; null if the user has not switched that on. */
export const keptQuery = queryOptions({
  queryKey: ['kept copies'],
  queryFn: async () => (await withKept((kept) => kept.read())) ?? null,
  staleTime: 0,
  gcTime: 0,
})

/**
 * What is kept of a single row if the server cannot be asked for it: its `updatedAt` prevents a later save from overwriting a
 * newer version.
 */
export const orKept =
  <Row>(find: (kept: KeptCopies) => Row | undefined) =>
  async (error: unknown) => {
    const kept = isOutOfReach(error) ? await withKept((kept) => kept.read()) : null
    const row = kept && find(kept)
    if (row) return row
    throw error
  }

/** What is kept of something that could not be loaded, while the server cannot be reached. */
export function useKept<T>(
  { data, error, isPending }: Pick<UseQueryResult, 'data' | 'error' | 'isPending'>,
  select: (kept: KeptCopies | null) => T | null,
  isWanted = true,
): { kept: T | undefined; isReading: boolean } {
  const isMissing = isWanted && data === undefined
  const isCut = useConnection() !== 'ok'
  const { data: kept, isLoading } = useQuery({ ...keptQuery, select, enabled: isMissing && isCut })
  // It stays on screen while the connection is back and what it stands for is loaded again.
  const isShown = isMissing && (isCut || isPending || isOutOfReach(error))
  return { kept: (isShown && kept) || undefined, isReading: isLoading }
}
