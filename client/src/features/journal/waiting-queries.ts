import { entryRecord, filledIn, type EntryRow, type EntryValues } from '@shared/journal'
import type { QueryClient } from '@tanstack/react-query'
import { outboxQuery, useWaiting, type Save } from '@/lib/saving/save'

export type WaitingEntry = Save<Partial<EntryValues>>

/** All that waits of entries, newest first. */
export const useWaitingOfJournal = () => useWaiting<Partial<EntryValues>>('journal')

/** The newest save of each form of an entry that has not reached the server yet, newest first. */
export function useWaitingEntries(): WaitingEntry[] {
  const saves = useWaitingOfJournal().filter(({ isAddition }) => !isAddition)
  return saves.filter((save, i) => saves.findIndex(({ key }) => key === save.key) === i)
}

/** What Lisa wrote in talks and the server does not have yet, oldest first; it is added to what a day has. */
export const useWaitingAdditions = (): WaitingEntry[] =>
  useWaitingOfJournal()
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

/** An entry as lists show it. */
export type ShownEntry = EntryValues & {
  /** None if the server does not have it yet. */
  id?: string
  /** The newest save of it that the server does not have yet. */
  waiting?: WaitingEntry
}

export const keyOf = ({ id, waiting }: ShownEntry): string => id ?? waiting?.key ?? ''

/** Entries as they will be once `saves` have reached the server, with those that are new, the newest day first. */
export function withWaiting(entries: ShownEntry[], saves: WaitingEntry[]): ShownEntry[] {
  const shown: ShownEntry[] = [...entries]
  const inOrder = saves.toReversed().sort((a, b) => Number(a.isAddition ?? 0) - Number(b.isAddition ?? 0))
  for (const waiting of inOrder) {
    const { base, values, key, isAddition } = waiting
    const isOf = (entry: ShownEntry) =>
      base
        ? entry.id === base.id
        : entry.entryDate === values.entryDate &&
          // Two windows may have begun the same day.
          (isAddition || !entry.waiting || entry.waiting.key === key)
    const place = shown.findIndex(isOf)
    const before = shown[place]
    const after =
      isAddition && before
        ? filledIn(before, values)
        : entryRecord.values(entryRecord.changed<EntryRow>({ ...base, ...before }, values))
    shown.splice(place < 0 ? shown.length : place, 1, { ...after, id: before?.id ?? base?.id, waiting })
  }
  return saves.length ? shown.sort((a, b) => b.entryDate.localeCompare(a.entryDate)) : entries
}

/** Where a day is read. */
export const readingOf = (day: string): string => `/journal?day=${day}`

/** Where an entry, or a day without one, is written. */
export const formOf = ({ id, entryDate }: { id?: string; entryDate: string }): string =>
  id ? `/journal/edit/${id}` : `/journal/new?date=${entryDate}`
