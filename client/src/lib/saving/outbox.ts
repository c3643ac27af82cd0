import type { QueryClient } from '@tanstack/react-query'
import { ApiError, messageOf } from '@/lib/api/api'
import { isUnauthorized } from '@/lib/api/auth-errors'
import { connection } from '@/lib/api/connection'
import { pageUser } from '@/lib/api/page-user'
import { showFailure, showSuccess, type Told } from '@/lib/api/query-client'
import { attempt } from '@/lib/device/storage'
import { draftOf } from './drafts'
import { outboxQuery, type Save, type SaveInOutbox } from './save'
import { isConflict, isNotTaken } from './save-errors'
import { keepSave, savesOf, settle, settledOf } from './stored-saves'

/** How the saves of a kind are sent. */
export type Sender<T, Row> = {
  kind: string
  send: (save: Save<T>) => Promise<Row>
  /** `row` is null if another window has sent the save. */
  refresh: (client: QueryClient, row: Row | null) => Promise<unknown>
  told: (save: Save<T>) => Told
  /** The draft that keeps the words of a save that was refused while nobody watched it; none if it has no words. */
  draft?: (save: Save<T>, error: Error) => { subject: string; values: unknown; base?: string }
}

/** The open form in which a save was made, or the talk. It holds the words, so that none are lost by a refusal. */
export type Watcher = {
  /** `row` is null if another window has sent the save. */
  sent: (row: unknown) => unknown
  refused: (error: Error) => unknown
  /** It says by itself how the save ended, so no toast does. */
  isSilent?: boolean
}

/** The longest pause between two tries while the connection seems to work. */
const longestPauseMs = 10_000
/** After this time a form can be used again, and other saves are sent beside a slow one. */
const slowMs = 8_000

type Item = {
  save: Save
  state: SaveInOutbox['state']
  /** Is to be tried in this round. */
  isDue: boolean
  tries: number
  /** This device has it, so it can wait. */
  isKept: boolean
  watcher?: Watcher
  /** The first try has ended, or the save waits. */
  onTried?: (value?: unknown) => void
}

type Ending = { row: unknown } | { error: Error } | 'waits'

/**
 * What waits to be sent: each save is stored on this device, then sent, until the server has accepted or refused it. Saves
 * of one kind and subject are sent in their order; one that waits or is slow holds up no others. If the browser has Web
 * Locks, only one window sends a save.
 */
export class Outbox {
  readonly #client: QueryClient
  readonly #senders = new Map<string, Sender<unknown, unknown>>()
  /** Oldest first. */
  #items: Item[] = []
  #isSending = false
  #pauseMs = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  private constructor(client: QueryClient) {
    this.#client = client
    client.setQueryDefaults(outboxQuery.queryKey, { gcTime: Infinity, structuralSharing: false })
    connection.subscribe(() => connection.now() === 'ok' && this.sendAll())
  }

  static readonly #all = new WeakMap<QueryClient, Outbox>()

  /** There is one for each client, and so for each page. */
  static of(client: QueryClient): Outbox {
    const outbox = Outbox.#all.get(client) ?? new Outbox(client)
    Outbox.#all.set(client, outbox)
    return outbox
  }

  /** Has to be called before a save of its kind can be sent. */
  register<T, Row>(sender: Sender<T, Row>): this {
    this.#senders.set(sender.kind, sender as Sender<unknown, unknown>)
    return this
  }

  /** Takes up the saves on this device: from before the browser was closed, or of another window. */
  async restore(userId: string): Promise<true> {
    const stored = await savesOf(userId)
    const found = stored.filter((save) => !this.has(save))
    this.#items.push(
      ...found.map((save) => ({ save, state: 'waiting' as const, isDue: true, tries: 1, isKept: true })),
    )
    this.#items.sort((a, b) => a.save.savedAt - b.save.savedAt)
    this.#publish()
    if (connection.now() === 'ok') this.sendAll()
    return true
  }

  /**
   * Sends a save, in place of an earlier one of the same form if that still waits. `isKept`: this device has stored it.
   * `tried` resolves when the server has answered, or the save waits.
   */
  async add(save: Save, { replaced, watcher }: { replaced?: Save; watcher?: Watcher } = {}) {
    const item: Item = { save, state: 'storing', isDue: true, tries: 0, isKept: true, watcher }
    this.#items.push(item)
    this.#publish()
    const tried = new Promise((resolve) => {
      item.onTried = resolve
      setTimeout(resolve, slowMs)
    })
    // Only the newest waiting version is sent. Versions that may have reached the server are in `seen`.
    const before = this.#items.find((other) => other.save.id === replaced?.id && other.state === 'waiting')
    if (before) before.state = 'storing'
    item.isKept = await keepSave(save)
    if (before && item.isKept) {
      this.#remove(before)
      await settle(before.save)
      for (const other of this.#items) other.isDue = true
    } else if (before) before.state = 'waiting'
    item.state = 'waiting'
    this.#publish()
    if (item.isKept) void this.#send()
    // Not behind others that wait: it would wait too, and this device does not have it.
    else void this.#try(item)
    return { isKept: item.isKept, tried }
  }

  has({ id }: Pick<Save, 'id'>): boolean {
    return this.#items.some(({ save }) => save.id === id)
  }

  /** Tells `watcher` how a save ends, until the returned function is called. */
  watch(save: Save, watcher: Watcher): () => void {
    const item = this.#items.find((item) => item.save.id === save.id)
    if (item) item.watcher = watcher
    return () => {
      if (item?.watcher === watcher) item.watcher = undefined
    }
  }

  /** Tries all that waits. */
  sendAll() {
    for (const item of this.#items) item.isDue = true
    void this.#send()
  }

  async #send() {
    if (this.#isSending) return
    this.#isSending = true
    clearTimeout(this.#timer)
    try {
      for (let item = this.#next(); item; item = this.#next()) {
        const slow = new Promise((resolve) => setTimeout(resolve, slowMs))
        await Promise.race([this.#try(item), slow])
        // New saves are tried once all the same: the connection may be back.
        if (connection.now() !== 'ok') for (const other of this.#items) other.isDue &&= other.tries === 0
      }
    } finally {
      this.#isSending = false
    }
    if (connection.now() !== 'ok' || !this.#items.some(({ tries }) => tries > 0)) return
    this.#pauseMs = Math.min(2 * this.#pauseMs || 1000, longestPauseMs)
    this.#timer = setTimeout(() => this.sendAll(), this.#pauseMs)
  }

  /** The oldest that is due and has no earlier one of its kind and subject before it. */
  #next(): Item | undefined {
    const subjectOf = ({ save }: Item) => `${save.kind} ${save.subject}`
    const isFirst = (item: Item) => this.#items.find((it) => subjectOf(it) === subjectOf(item)) === item
    return this.#items.find(
      (item) => item.isDue && item.state === 'waiting' && this.#senders.has(item.save.kind) && isFirst(item),
    )
  }

  async #try(item: Item): Promise<void> {
    const { save } = item
    const sender = this.#senders.get(save.kind)
    if (!sender) throw new Error(`Nothing sends a ${save.kind}`)
    Object.assign(item, { state: 'sending', isDue: false, tries: item.tries + 1 })
    this.#publish()
    const ending = await inTurn(save, () => this.#end(item, sender)).catch(() => 'waits' as const)
    try {
      if (ending === 'waits') item.state = 'waiting'
      else await this.#tell(item, sender, ending)
    } finally {
      if (ending !== 'waits' || !item.isKept) this.#remove(item)
      this.#publish()
      item.onTried?.()
    }
    // Those of its subject, if others were sent beside it.
    void this.#send()
  }

  /** Called while no other window sends the save. */
  async #end(item: Item, sender: Sender<unknown, unknown>): Promise<Ending> {
    const { save } = item
    const settled = await settledOf(save)
    // The window that was refused has kept the words as a draft; only an open form here still has to show the refusal.
    if (settled?.refusal) return { error: new ApiError(settled.refusal.status, settled.refusal.text) }
    if (settled) return { row: null }
    if (pageUser.isOver || pageUser.id !== save.userId) return 'waits'
    try {
      const row = await sender.send(save)
      this.#pauseMs = 0
      await settle(save)
      return { row }
    } catch (error) {
      if (isUnauthorized(error)) showFailure(error as Error)
      if (canWait(item, error)) {
        if (item.tries === 1) tellWindows()
        return 'waits'
      }
      const isDraft = item.isKept && !this.#isContained(save)
      // If there is no room for a draft, the save stays stored and is sent again when the app is opened.
      if (!isDraft || writeDraft(save, error as Error, sender)) await settle(save, error as Error)
      return { error: error as Error }
    }
  }

  async #tell({ save, watcher, isKept }: Item, sender: Sender<unknown, unknown>, ending: Ending) {
    if (ending === 'waits' || pageUser.isOver) return
    const { done, failed } = sender.told(save)
    if ('row' in ending) {
      await sender.refresh(this.#client, ending.row).catch(() => {})
      // Where another window has sent it, that window has shown the message.
      if (ending.row !== null && !watcher?.isSilent) showSuccess(done)
      return watcher?.sent(ending.row)
    }
    const { error } = ending
    // A form says by itself that the connection is lost.
    const isSaid = watcher && (watcher.isSilent || isNotTaken(error))
    if (!isSaid && !isUnauthorized(error)) showFailure(error, failed)
    if (!watcher) return
    // The words may be a draft already, by this or another window. The form writes its own before that one is removed.
    const told = watcher.refused(error)
    if (isKept) draftOfRefused(save, error, sender)?.store.remove()
    return told
  }

  /** Whether a later save of the same form, still to be sent, includes this one. */
  #isContained = ({ id, values }: Save) =>
    this.#items.some(({ save }) => save.id !== id && save.seen.some((seen) => isEqual(seen, values)))

  #remove(item: Item) {
    this.#items = this.#items.filter((other) => other !== item)
  }

  #publish() {
    this.#client.setQueryData(
      outboxQuery.queryKey,
      this.#items.map(({ save, state, tries }) => ({ ...save, state, tries })),
    )
  }
}

function draftOfRefused<T, Row>(save: Save<T>, error: Error, sender: Sender<T, Row>) {
  const draft = sender.draft?.(save, error)
  return draft && { ...draft, store: draftOf(save.userId, save.kind, draft.subject, save.id) }
}

/** Resolves with false if there is no room. */
function writeDraft<T, Row>(save: Save<T>, error: Error, sender: Sender<T, Row>): boolean {
  const draft = draftOfRefused(save, error, sender)
  // A conflict needs no reason: the form shows both versions.
  const reason = isConflict(error) ? undefined : messageOf(error)
  return !draft || draft.store.write(draft.values, draft.base, reason)
}

function canWait({ isKept, tries, watcher }: Item, error: unknown): boolean {
  if (!isKept) return false
  // The words of a first try are in its form. What was said to be waiting stays until the same user signs in again.
  return isUnauthorized(error) ? tries > 1 || !watcher : isNotTaken(error)
}

const inTurn = <R>({ userId, kind, subject }: Save, task: () => Promise<R>): Promise<R> =>
  navigator.locks ? navigator.locks.request(`lisa:saves:${userId}:${kind}:${subject}`, task) : task()

/** Written to localStorage when a save begins to wait, so that other windows get a `storage` event. */
export const waitingKey = 'lisa:waiting'

function tellWindows() {
  attempt(() => localStorage.setItem(waitingKey, String(Date.now())))
  attempt(() => localStorage.removeItem(waitingKey))
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
