import type { MutationMeta, MutationState, QueryClient } from '@tanstack/react-query'
import { ApiError, isOutOfReach, messageOf } from './api'
import { isUnauthorized } from './auth-errors'
import { deviceStore, rowsOfAll } from './device-store'
import { draftOf } from './drafts'
import { pageUser } from './page-user'
import { attempt } from './storage'
import { pendingSaves, savesKey, type Save } from './pending-saves'

/** How the saves of a kind are sent. */
export type Sender<T, Row> = {
  kind: string
  send: (save: Save<T>) => Promise<Row>
  /** Without a row another window has sent it. */
  refresh: (client: QueryClient, row: Row | null) => Promise<unknown>
  created: MutationMeta
  updated: MutationMeta
  /** What is kept of a save that was refused while no form showed it. */
  draft: (save: Save<T>, error: Error) => { subject: string; values: unknown; base?: string }
}

/** The form in which a save was made, or that was opened with it. */
export type StandingForm<Row> = { sent: (row: Row | null) => unknown; refused: (error: Error) => unknown }

/** Stays in a save's place for a day, so that another window that has read it does not send it again. */
type Settled = { storeKey: string; settledAt: number; refusal?: { status: number; text: string } }
const settledForMs = 86_400_000

/** Of one request; a long entry takes its time on a slow line. */
export const requestLimitMs = 60_000
/** Between two tries while the connection seems to be there. */
const longestPauseMs = 10_000
/** Then the form is free again, and what it has saved is said to wait. */
const slowMs = 8_000

const mutationKeyOf = ({ kind, loaded }: Save) => savesKey(kind, loaded ? 'update' : 'create')

// By the ids of saves.
const forms = new Map<string, StandingForm<unknown>>()
/** Stored, and not in the mutation cache yet. */
const beginning = new Set<string>()
const kept = new Set<string>()
const hasWaited = new Set<string>()

/** Tells the form how its save ends; returns a function that ends this. */
export function standBy(save: Save, form: StandingForm<unknown>): () => void {
  forms.set(save.id, form)
  return () => void forms.delete(save.id)
}

/** The server could not take it now: it waits, and is sent again. */
class NotTaken extends Error {}

export const isNotTaken = (error: unknown) =>
  isOutOfReach(error) || (error instanceof ApiError && error.status === 429)

/** What is told when a save has ended; its form says that the connection is lost. */
export const toldOf = (done: string, failed: string): MutationMeta => ({
  done,
  failed: (error) => (isNotTaken(error) ? '' : failed),
})

const waiting = 'waiting:'
const storeKeyOf = ({ kind, id }: Save) => `${waiting}${kind}:${id}`
const isSave = (row: Save | Settled): row is Save => 'id' in row

function settle(save: Save, error?: Error) {
  const refusal =
    error instanceof ApiError ? { status: error.status, text: JSON.stringify(error.body) ?? '' } : undefined
  const settled: Settled = { storeKey: storeKeyOf(save), settledAt: Date.now(), refusal }
  return deviceStore(save.userId).set(settled.storeKey, settled)
}

/** What waits on this device to be sent, of anybody. */
export const savesOnDevice = async () =>
  (await rowsOfAll<Save | Settled>(waiting)).map(({ value }) => value).filter(isSave)

/** Call it before the first save of the kind. */
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
      // Whichever window has kept it as a draft: the form keeps its own first.
      const told = form?.refused(error)
      if (form) refusedDraft(save, error, sender).draft.remove()
      return told
    },
    onSettled: (row, error, save) => !error && forms.get(save.id)?.sent(row ?? null),
  })
  client.setMutationDefaults(savesKey(sender.kind, 'create'), { meta: sender.created })
  client.setMutationDefaults(savesKey(sender.kind, 'update'), { meta: sender.updated })
}

function refusedDraft<T, Row>(save: Save<T>, error: Error, sender: Sender<T, Row>) {
  const { subject, values, base } = sender.draft(save, error)
  const draft = draftOf(save.userId, save.kind, subject, save.id)
  // Of a conflict the form tells more.
  const reason = isConflict(error) ? undefined : messageOf(error)
  return { draft, write: () => draft.write(values, base, reason) }
}

/** The windows of the browser take turns, where it offers locks. */
const inTurn = <R>(userId: string, task: () => Promise<R>): Promise<R> =>
  navigator.locks ? navigator.locks.request(`lisa:saves:${userId}`, task) : task()

/** Once it has waited it is sent after the same user has signed in again; until then it was never promised. */
const isStillWaiting = (error: Error, { id }: Save) => isUnauthorized(error) && hasWaited.has(id)

/** Before another window has its turn, which would send it again. */
async function refuse<T, Row>(client: QueryClient, save: Save<T>, error: Error, sender: Sender<T, Row>) {
  if (isStillWaiting(error, save)) return
  const isDraft = kept.has(save.id) && !isContained(client, save)
  // Without room for a draft it stays where it is, and is sent again when the app is opened.
  if (isDraft && !refusedDraft(save, error, sender).write()) return
  await settle(save, error)
}

/** null: another window has sent it, or its user has signed out. */
async function send<T, Row>(client: QueryClient, save: Save<T>, sender: Sender<T, Row>): Promise<Row | null> {
  const stored = await deviceStore(save.userId).get<Save | Settled>(storeKeyOf(save))
  const settled = stored && !isSave(stored) ? stored : undefined
  if (settled?.refusal) {
    // The other window has kept the words; here only a form that shows them has to know.
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

/** What the browser's other windows hear of in their storage when something waits. */
export const waitingKey = 'lisa:waiting'

function tellWindows() {
  attempt(() => localStorage.setItem(waitingKey, String(Date.now())))
  attempt(() => localStorage.removeItem(waitingKey))
}

export const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409

/** Whether a later save, which was made from it, is still to be sent. */
const isContained = (client: QueryClient, { id, kind, values }: Save) =>
  client
    .getMutationCache()
    .findAll(pendingSaves(kind))
    .map(({ state }) => state.variables as Save)
    .some((other) => other.id !== id && other.seen.some((seen) => isEqual(seen, values)))

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Not sent yet, or waiting for its next try. */
const isIdle = ({ isPaused, failureCount }: MutationState) => isPaused || failureCount > 0

/** Sends a save; `isKept` says whether this device has it. `done` is when the server has answered, or when it waits. */
export async function beginSave(client: QueryClient, save: Save, before: Save | undefined) {
  beginning.add(save.id)
  const isKept = await deviceStore(save.userId).set(storeKeyOf(save), save)
  if (isKept) kept.add(save.id)
  const cache = client.getMutationCache()
  const earlier = cache
    .findAll(pendingSaves())
    .find(({ state }) => (state.variables as Save).id === before?.id)
  // Of what waits only the newest version is sent; what may have reached the server is among the versions seen.
  if (isKept && before && earlier && isIdle(earlier.state)) {
    cache.remove(earlier)
    void settle(before)
  }
  const mutation = cache.build<unknown, Error, Save, unknown>(client, { mutationKey: mutationKeyOf(save) })
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

/** Takes up what waits on this device, such as from before the browser was closed or from another window. */
export async function restoreSaves(client: QueryClient, userId: string, kind: string) {
  const store = deviceStore(userId)
  const rows = await store.all<Save | Settled>(`${waiting}${kind}:`)
  const cache = client.getMutationCache()
  const known = cache.findAll(pendingSaves()).map(({ state }) => (state.variables as Save).id)
  const found = rows.filter(isSave).filter(({ id }) => !known.includes(id) && !beginning.has(id))
  for (const save of found.sort((a, b) => a.savedAt - b.savedAt)) {
    kept.add(save.id)
    hasWaited.add(save.id)
    cache.build(client, { mutationKey: mutationKeyOf(save) }, paused(save))
  }
  void client.resumePausedMutations()
  for (const row of rows)
    if (!isSave(row) && row.settledAt < Date.now() - settledForMs) void store.remove(row.storeKey)
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
