import { entryRecord, type EntryRow, type EntryValues } from '@shared/journal'
import type { QueryClient } from '@tanstack/react-query'
import { outboxQuery, useWaiting, type Save } from '@/lib/saving/save'

export type WaitingEntry = Save<Partial<EntryValues>>

/** The newest save of each form of an entry that has not reached the server yet, newest first. */
export function useWaitingEntries(): WaitingEntry[] {
  const saves = useWaiting<Partial<EntryValues>>('journal').filter(({ isAddition }) => !isAddition)
  return saves.filter((save, i) => saves.findIndex(({ key }) => key === save.key) === i)
}

/** What Lisa wrote in talks and the server does not have yet, oldest first; it is added to what a day has. */
export const useWaitingAdditions = (): WaitingEntry[] =>
  useWaiting<Partial<EntryValues>>('journal')
    .filter(({ isAddition }) => isAddition)
    .toReversed()

/** What waits to be sent of a day's form, for code that is not a screen. */
export const waitingEntryOf = (client: QueryClient, day: string): WaitingEntry | undefined =>
  (client.getQueryData(outboxQuery.queryKey) as WaitingEntry[] | undefined)?.findLast(
    (save) => save.kind === 'journal' && !save.isAddition && entryOf(save).entryDate === day,
  )

/** The entry as it will be. */
export const entryOf = ({ base, values }: WaitingEntry): EntryValues =>
  entryRecord.values(entryRecord.changed<EntryRow>({ ...base }, values))

/** Where it can be changed. */
export const placeOf = ({ base, values }: WaitingEntry): string =>
  base ? `/journal/edit/${base.id}` : `/journal/new?date=${values.entryDate}`
