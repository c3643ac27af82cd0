import { useMutationState } from '@tanstack/react-query'
import { pendingSaves, type Save } from './pending-saves'

/** What of a user's is on its way to the server, or waits for the connection, the newest first. */
export function useWaiting<T>(kind: string): Save<T>[] {
  const saves = useMutationState({
    filters: pendingSaves(kind),
    select: ({ state }) => state.variables as Save<T>,
  })
  return saves.toReversed()
}
