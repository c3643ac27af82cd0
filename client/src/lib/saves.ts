import type { MutationMeta, MutationState, QueryClient } from '@tanstack/react-query'
import { ApiError, messageOf } from './api'
import { isUnauthorized } from './auth-errors'
import { draftOf } from './drafts'
import { pageUser } from './page-user'
import { attempt } from './storage'
import { pendingSaves, savesKey, type Save } from './pending-saves'
import { isConflict, isNotTaken, NotTaken } from './save-errors'
import { keepSave, savesOf, settle, settledOf } from './saves-on-device'

/** How the saves of a kind are sent. */
export type Sender<T, Row> = {
  kind: string
  send: (save: Save<T>) => Promise<Row>
  /** `row` is null if another window has sent the save. */
  refresh: (client: QueryClient, row: Row | null) => Promise<unknown>
  created: MutationMeta
  updated: MutationMeta
  /** The draft that keeps the words of a save that was refused while no form showed it. */
  draft: (save: Save<T>, error: Error) => { subject: string; values: unknown; base?: string }
}

/** The open form in which a save was made, or that was opened with it. */
export type StandingForm<Row> = { sent: (row: Row | null) => unknown; refused: (error: Error) => unknown }

/** The longest pause between two tries while the connection seems to work. */
const longestPauseMs = 10_000
/** After this time the form can be used again and shows `Waiting to send`. */
const slowMs = 8_000

const mutationKeyOf = ({ kind, loaded }: Save) => savesKey(kind, loaded ? 'update' : 'create')

// All by the id of a save.
const forms = new Map<string, StandingForm<unknown>>()
/** Saves that are stored but not in the mutation cache yet. */
const beginning = new Set<string>()
const kept = new Set<string>()
const hasWaited = new Set<string>()

/** Tells `form` how its save ends, until the returned function is called. */
export function standBy(save: Save, form: StandingForm<unknown>): () => void {
  forms.set(save.id, form)
  return () => void forms.delete(save.id)
}

/** Has to be called before the first save of its kind. */
export function defineSaves<T, Row>(client: QueryClient, sender: Sender<T, Row>) {
  const key = savesKey(sender.kind)
  client.setMutationDefaults<Row | null, Error, Save<T>>(key, {
    scope: { id: 'saves' },
    // Tries once even if the connection seems to be lost, then waits until it is back (app/waiting-saves.ts).
    networkMode: 'offlineFirst',
    retry: (_failures, error) => error instanceof NotTaken,
    retryDelay: (failures) => Math.min(1000 * 2 ** failures, longestPauseMs),
    mutationFn: (save) => inTurn(save.userId, () => send(client, save, sender)),
    onSuccess: (row) => sender.refresh(client, row),
    onError: (error, save) => {
      const form = isStillWaiting(error, save) ? undefined : forms.get(save.id)
      // The words may be a draft already, by this or another window. The form writes its own before that one is removed.
      const told = form?.refused(error)
      if (form) refusedDraft(save, error, sender).draft.remove()
      return told
    },
    // null is not sent, if its user has signed out: the form keeps its draft.
    onSettled: (row, error, save) => !error && !pageUser.isOver && forms.get(save.id)?.sent(row ?? null),
  })
  client.setMutationDefaults(savesKey(sender.kind, 'create'), { meta: sender.created })
  client.setMutationDefaults(savesKey(sender.kind, 'update'), { meta: sender.updated })
}

function refusedDraft<T, Row>(save: Save<T>, error: Error, sender: Sender<T, Row>) {
  const { subject, values, base } = sender.draft(save, error)
  const draft = draftOf(save.userId, save.kind, subject, save.id)
  // A conflict needs no reason: the form shows both versions.
  const reason = isConflict(error) ? undefined : messageOf(error)
  return { draft, write: () => draft.write(values, base, reason) }
}

/** Only one window sends at a time, if the browser has Web Locks. */
const inTurn = <R>(userId: string, task: () => Promise<R>): Promise<R> =>
  navigator.locks ? navigator.locks.request(`lisa:saves:${userId}`, task) : task()

/** After a 401, a save that was shown as waiting stays until the same user signs in again; any other one is refused. */
const isStillWaiting = (error: Error, { id }: Save) => isUnauthorized(error) && hasWaited.has(id)

/** Called while the lock is held: another window would send the save again. */
async function refuse<T, Row>(client: QueryClient, save: Save<T>, error: Error, sender: Sender<T, Row>) {
  if (isStillWaiting(error, save)) return
  const isDraft = kept.has(save.id) && !isContained(client, save)
  // If there is no room for a draft, the save stays stored and is sent again when the app is opened.
  if (isDraft && !refusedDraft(save, error, sender).write()) return
  await settle(save, error)
}

/** Resolves with null if another window has sent the save, or its user has signed out. */
async function send<T, Row>(client: QueryClient, save: Save<T>, sender: Sender<T, Row>): Promise<Row | null> {
  const settled = await settledOf(save)
  if (settled?.refusal) {
    // The window that was refused has kept the words as a draft; only an open form here still has to show the refusal.
    kept.delete(save.id)
    throw new ApiError(settled.refusal.status, settled.refusal.text)
  }
  if (settled || pageUser.isOver || pageUser.id !== save.userId) return null
  try {
    const row = await sender.send(save)
    await settle(save)
    return row
  } catch (error) {
    if (!isNotTaken(error) || !kept.has(save.id)) {
      await refuse(client, save, error as Error, sender)
      throw error
    }
    if (!hasWaited.has(save.id)) tellWindows()
    hasWaited.add(save.id)
    throw new NotTaken(messageOf(error), { cause: error })
  }
}

/** Written to localStorage when a save starts to wait, so that other windows get a `storage` event. */
export const waitingKey = 'lisa:waiting'

function tellWindows() {
  attempt(() => localStorage.setItem(waitingKey, String(Date.now())))
  attempt(() => localStorage.removeItem(waitingKey))
}

/** Whether a later save of the same form, still to be sent, includes this one. */
const isContained = (client: QueryClient, { id, kind, values }: Save) =>
  client
    .getMutationCache()
    .findAll(pendingSaves(kind))
    .map(({ state }) => state.variables as Save)
    .some((other) => other.id !== id && other.seen.some((seen) => isEqual(seen, values)))

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Not sent yet, or waiting for the next try. */
const isIdle = ({ isPaused, failureCount }: MutationState) => isPaused || failureCount > 0

/** Sends a save. `isKept`: it is stored on this device. `done` resolves when the server has answered or the save waits. */
export async function beginSave(client: QueryClient, save: Save, before: Save | undefined) {
  beginning.add(save.id)
  const isKept = await keepSave(save)
  if (isKept) kept.add(save.id)
  const cache = client.getMutationCache()
  const earlier = cache
    .findAll(pendingSaves())
    .find(({ state }) => (state.variables as Save).id === before?.id)
  // Only the newest waiting version is sent. Versions that may have reached the server are in `seen`.
  if (isKept && before && earlier && isIdle(earlier.state)) {
    cache.remove(earlier)
    void settle(before)
    // A mutation that is removed lets the next one of its scope go on only if it has ended.
    void client.resumePausedMutations()
  }
  const mutation = cache.build<unknown, Error, Save, unknown>(client, {
    mutationKey: mutationKeyOf(save),
    // Not behind others that wait: it would wait too, and this device does not have it.
    ...(!isKept && { scope: undefined }),
  })
  const waits = new Promise<void>((resolve) => {
    setTimeout(resolve, slowMs)
    const stop = cache.subscribe(() => {
      if (isIdle(mutation.state)) resolve()
      if (isIdle(mutation.state) || mutation.state.status !== 'pending') stop()
    })
  })
  const ended = mutation.execute(save).catch(() => {})
  beginning.delete(save.id)
  return { isKept, done: isKept ? Promise.race([ended, waits]) : ended }
}

/** Adds the saves stored on this device to the mutation cache: from before the browser was closed, or of another window. */
export async function restoreSaves(client: QueryClient, userId: string, kind: string) {
  const stored = await savesOf(userId, kind)
  const cache = client.getMutationCache()
  const known = cache.findAll(pendingSaves()).map(({ state }) => (state.variables as Save).id)
  for (const save of stored.filter(({ id }) => !known.includes(id) && !beginning.has(id))) {
    kept.add(save.id)
    hasWaited.add(save.id)
    cache.build(client, { mutationKey: mutationKeyOf(save) }, paused(save))
  }
  void client.resumePausedMutations()
}

const paused = (save: Save): MutationState<unknown, Error, Save> => ({
  context: undefined,
  data: undefined,
  error: null,
  failureCount: 0,
  failureReason: null,
  isPaused: true,
  status: 'pending',
  variables: save,
  submittedAt: save.savedAt,
})
