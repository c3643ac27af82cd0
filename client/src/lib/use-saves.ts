import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { randomId } from './random-id'
import type { Loaded, Save } from './pending-saves'
import { beginSave, defineSaves, restoreSaves, standBy, type Sender } from './saves'
import { useWaiting } from './use-waiting'

/** Whether the saves on this device have been loaded, so that a form can be opened with a waiting one. */
export function useRestored<T, Row>(userId: string, sender: Sender<T, Row>): boolean {
  const client = useQueryClient()
  const { isSuccess } = useQuery({
    queryKey: ['saves', sender.kind, userId],
    queryFn: async () => {
      defineSaves(client, sender)
      await restoreSaves(client, userId, sender.kind)
      return true
    },
  })
  return isSuccess
}

type Options<T, Row> = {
  userId: string
  sender: Sender<T, Row>
  subject: string
  /** The save that the form was opened with. */
  opened: Save<T> | undefined
  /** The save is stored on this device. */
  onKept: () => void
  /** The server has accepted the save; `row` is null if another window has sent it. */
  onSent: (row: Row | null, save: Save<T>) => unknown
  onRefused: (error: Error, save: Save<T>) => unknown
}

/** The saves of one form; only the newest one is shown. */
export function useSaves<T, Row>({ userId, sender, subject, opened, ...handlers }: Options<T, Row>) {
  const client = useQueryClient()
  const { kind } = sender
  const [last, setLast] = useState(opened)
  const isPending = useWaiting(kind).some(({ id }) => id === last?.id)

  // A ref, because a save may end long after it was begun, or before the next render.
  const now = useRef({ last: opened, handlers })
  useEffect(() => void (now.current.handlers = handlers))
  const form = useMemo(
    () => ({
      sent(row: unknown) {
        const { last, handlers } = now.current
        // A save that another window has sent stays: the next save lists it in `seen`.
        if (row) {
          now.current.last = undefined
          setLast(undefined)
        }
        return last && handlers.onSent(row as Row | null, last)
      },
      refused(error: Error) {
        const { last, handlers } = now.current
        return last && handlers.onRefused(error, last)
      },
    }),
    [],
  )
  useEffect(() => last && standBy(last, form), [last, form])

  /** Resolves when the server has answered or the save waits. */
  async function save(values: T, loaded: Loaded | undefined, held: T[]) {
    const before = now.current.last
    const next: Save<T> = {
      id: randomId(),
      key: before?.key ?? randomId(),
      userId,
      kind,
      subject,
      values,
      loaded,
      seen: [...(before ? [before.values, ...before.seen] : held)],
      savedAt: Date.now(),
    }
    now.current.last = next
    setLast(next)
    standBy(next, form)
    const { isKept, done } = await beginSave(client, next, before)
    if (isKept) handlers.onKept()
    await done
  }

  return { save, waiting: isPending ? last : undefined }
}
