import { useMutationState } from '@tanstack/react-query'
import { pendingSaves, type Save } from './pending-saves'

/** The user's saves that are being sent or wait for the connection, newest first. */
export function useWaiting<T>(kind: string): Save<T>[] {
  const saves = useMutationState({
    filters: pendingSaves(kind),
    select: ({ state }) => state.variables as Save<T>,
  })
  return saves.toReversed()
}
