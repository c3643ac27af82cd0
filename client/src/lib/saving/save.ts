import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

/** Of the rows on the device; what a page of a newer version has stored is left to such a page. */
export const saveVersion = 2

export type Version = { id: string; updatedAt: string }

/** What the user has saved on this device, until the server has accepted it. */
export type Save<T = unknown> = {
  version: number
  id: string
  /** The idempotency key, if a row is created; later saves of the same form have the same key. */
  key: string
  userId: string
  /** Chooses the sender. Saves of one kind and subject are sent in their order. */
  kind: string
  /** An entry's day, a goal's id, 'new': with the kind also that of the form's draft. */
  subject: string
  values: T
  /** The row that is changed, with its words as the form was filled with them; without one, a row is created. */
  base?: Version & Partial<T>
  /** Earlier versions of the same form: a row that equals one of them is not a conflict, but a save whose answer was lost. */
  seen: T[]
  /** Its texts are added to the row, if there is one, and erase nothing in it. */
  isAddition?: boolean
  /** Lisa saves it. */
  by?: 'lisa'
  /** What waited for the user's yes and is in it, as the user has changed it. */
  proposals?: string[]
  savedAt: number
}

/** `waiting`: for its turn, or, after some `tries`, for the server. */
export type SaveInOutbox<T = unknown> = Save<T> & { state: 'storing' | 'waiting' | 'sending'; tries: number }

/** What the outbox holds, oldest first. It is written by the outbox alone, and read here without its code. */
export const outboxQuery = queryOptions<SaveInOutbox[]>({
  queryKey: ['outbox'],
  queryFn: skipToken,
  staleTime: Infinity,
  gcTime: Infinity,
})

/** Whether the server could not be reached with it. */
export const hasWaited = ({ state, tries }: SaveInOutbox) => tries > (state === 'sending' ? 1 : 0)

/** The saves that the server has not accepted yet, newest first; the same array until they change. */
export function useWaiting<T>(kind?: string): SaveInOutbox<T>[] {
  const { data } = useQuery(outboxQuery)
  return useMemo(() => {
    const saves = (data ?? []) as SaveInOutbox<T>[]
    return saves.filter((save) => !kind || save.kind === kind).toReversed()
  }, [data, kind])
}
