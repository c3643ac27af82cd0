import type { QueryClient } from '@tanstack/react-query'
import { ApiError, isUnauthorized, messageOf } from '@/lib/api/api'
import { connection } from '@/lib/api/connection'
import { pageUser } from '@/lib/api/page-user'
import { showFailure, showSuccess, type Told } from '@/lib/api/query-client'
import { attempt } from '@/lib/device/storage'
import { draftOf, moveDrafts } from './drafts'
import { outboxQuery, type Save, type SaveInOutbox } from './save'
import { currentOf, isNotTaken } from '@/lib/api/api'
import { keepSave, outcomeOf, savesOf, settle, settledOf } from './stored-saves'

/** How the saves of a kind are sent. */
export type Sender<T, Row> = {
  kind: string
  send: (save: Save<T>) => Promise<Row>
  /** `row` is null if another window has sent the save. */
  refresh: (client: QueryClient, row: Row | null, save: Save<T>) => Promise<unknown>
  told: (save: Save<T>) => Told
  /** The row that this page has changed into `row`, where it knows it. */
  before?: (row: Row) => Row | undefined
  /** Where a row is its own subject, so that drafts of a new one become drafts of it. */
  subjectOf?: (row: Row) => string
  /** The draft that keeps the words of a save that was refused while nobody watched it; none if it has no words. */
  draft?: (save: Save<T>, error: Error) => { subject: string; values: unknown; base?: string }
}

/** The open form in which a save was made. */
export type Watcher = {
  /** `row` is null if another window has sent the save. */
  sent: (row: unknown) => unknown
  /** Returns whether the form has stored the words as its own draft of `subject`; else those of the refused save stay one. */
  refused: (error: Error, subject: string | undefined) => unknown
}

/** The row that the server answered with, null if another window has sent the save; or why it was refused. */
export type Outcome = { row: unknown } | { error: Error }

/** The longest pause between two tries while the connection seems to work. */
const longestPauseMs = 10_000
/** After this time a form can be used again, and other saves are sent beside a slow one. */
const slowMs = 8_000

type Item = {
  save: Save
  state: SaveInOutbox['state']
  /** It is tried in this round. */
  isDue: boolean
  tries: number
  /** It is stored on this device, so it can wait. */
  isKept: boolean
  watcher?: Watcher
  /** Whether the screen itself shows how it ended, so that no toast does. */
  isTold?: () => boolean
  outcome: Promise<Outcome>
  onOutcome: (outcome: Outcome) => void
  /** The server has answered; who watches it has not been told yet. */
  isAnswered?: boolean
  /** The first try has ended. */
  onTried?: (value?: unknown) => void
}

/** `gone`: a later save of the same form has taken its place in another window. */
type Ending = Outcome | 'waits' | 'gone'

const replacedElsewhere: Outcome = {
  error: new ApiError(409, JSON.stringify({ message: 'It was changed in another window' })),
}

function itemOf(save: Save, more: Pick<Item, 'state' | 'tries'> & Partial<Item>): Item {
  let onOutcome = (_outcome: Outcome) => {}
  const outcome = new Promise<Outcome>((resolve) => (onOutcome = resolve))
  return { save, isDue: true, isKept: true, outcome, onOutcome, ...more }
}

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
    if (pageUser.isOver) return true
    const isKnown = ({ id }: Save) => this.#items.some(({ save }) => save.id === id)
    const stored = (await savesOf(userId)).filter((save) => !isKnown(save))
    // A save may have ended since it was read: its marker is stored before it leaves the list.
    const endings = await Promise.all(stored.map(settledOf))
    // Somebody signed out meanwhile.
    if (pageUser.isOver) return true
    const found = stored.filter((save, i) => !endings[i] && !isKnown(save))
    this.#items.push(...found.map((save) => itemOf(save, { state: 'waiting', tries: 1 })))
    this.#items.sort((a, b) => a.save.savedAt - b.save.savedAt)
    this.#publish()
    if (connection.now() === 'ok') this.sendAll()
    return true
  }

  /**
   * Sends a save, in place of an earlier one of the same form if that still waits. `isKept`: this device has stored it.
   * `tried` resolves when the server has answered, or the save waits; `outcome` when it has ended.
   */
  async add(save: Save, { replaced, ...told }: { replaced?: Save } & Pick<Item, 'watcher' | 'isTold'> = {}) {
    const item = itemOf(save, { state: 'storing', tries: 0, ...told })
    const first = new Promise((resolve) => (item.onTried = resolve))
    // Only the newest waiting version is sent. Versions that may have reached the server are in `seen`.
    const before = this.#items.find((other) => other.save.id === replaced?.id && other.state === 'waiting')
    if (before) before.state = 'storing'
    this.#items.push(item)
    this.#publish()
    item.isKept = await keepSave(save)
    item.state = 'waiting'
    if (item.isKept) {
      if (before) await this.#replace(before)
      // The earlier save was refused, but stays stored because there was no room for its draft.
      else if (replaced && !this.#items.some(({ save }) => save.id === replaced.id))
        await settle(replaced, 'replaced')
      void this.#send()
      return { isKept: true, tried: Promise.race([first, sleep(slowMs)]), outcome: item.outcome }
    }
    // Not behind others that wait: it would wait too, and this device does not have it.
    void this.#try(item).then((isAccepted) => {
      if (before && isAccepted) return this.#replace(before)
      if (before) before.state = 'waiting'
      return this.#publish()
    })
    return { isKept: false, tried: first, outcome: item.outcome }
  }

  /** Sends a save that may be on this device already, or may have ended. */
  async resume(
    save: Save,
    told: Pick<Item, 'isTold'>,
  ): Promise<{ isKept: boolean; outcome: Promise<Outcome> }> {
    const item = this.#items.find((item) => item.save.id === save.id)
    if (item) return Object.assign(item, told)
    const settled = await settledOf(save)
    if (!settled) return this.add(save, told)
    return {
      isKept: true,
      outcome: Promise.resolve(settled.isReplaced ? replacedElsewhere : outcomeOf(settled)),
    }
  }

  async #replace(before: Item) {
    await settle(before.save, 'replaced')
    this.#remove(before)
    for (const other of this.#items) other.isDue = true
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
        await Promise.race([this.#try(item), sleep(slowMs)])
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
    const isFirst = (item: Item) =>
      this.#items.find((it) => !it.isAnswered && subjectOf(it) === subjectOf(item)) === item
    return this.#items.find(
      (item) => item.isDue && item.state === 'waiting' && this.#senders.has(item.save.kind) && isFirst(item),
    )
  }

  /** Returns whether the server has accepted it. */
  async #try(item: Item): Promise<boolean> {
    const { save } = item
    const sender = this.#senders.get(save.kind)
    if (!sender) throw new Error(`Nothing sends a ${save.kind}`)
    Object.assign(item, { state: 'sending', isDue: false, tries: item.tries + 1 })
    this.#publish()
    const ending = await inTurn(save, () => this.#end(item, sender)).catch(() => 'waits' as const)
    if (ending === 'waits' && item.isKept) item.state = 'waiting'
    else item.isAnswered = true
    void this.#tell(item, sender, ending).finally(() => {
      if (item.isAnswered) this.#remove(item)
      this.#publish()
      item.onTried?.()
    })
    // Later saves of the same subject can be sent now.
    void this.#send()
    return typeof ending === 'object' && 'row' in ending
  }

  /** Called while no other window sends the save. */
  async #end(item: Item, sender: Sender<unknown, unknown>): Promise<Ending> {
    const { save, isKept } = item
    // After a sign-out, which has emptied the device, nothing may open its database again.
    if (!isOfPage(save)) return 'waits'
    const settled = isKept ? await settledOf(save) : undefined
    if (settled?.isReplaced) return 'gone'
    // The window that was refused has kept the words as a draft; only an open form here still has to show the refusal.
    if (settled) return outcomeOf(settled)
    // Somebody may have signed out, and somebody else in, while the device was read.
    if (!isOfPage(save)) return 'waits'
    try {
      const row = await sender.send(save)
      this.#pauseMs = 0
      if (isKept) await settle(save, 'sent')
      return { row }
    } catch (thrown) {
      const error = thrown as Error
      if (isUnauthorized(error)) showFailure(error)
      if (canWait(item, error)) {
        if (item.tries === 1) tellWindows()
        return 'waits'
      }
      // A form holds the words of a save that the device has no room for.
      const needsDraft = (isKept || !item.watcher) && !this.#isContained(save)
      // If there is no room for a draft, the save stays stored and is sent again when the app is opened.
      const isSafe = !needsDraft || writeDraft(save, error, sender)
      if (isKept && isSafe) await settle(save, error)
      return { error }
    }
  }

  async #tell(item: Item, sender: Sender<unknown, unknown>, ending: Ending) {
    if (ending === 'gone') item.onOutcome(replacedElsewhere)
    const { save, isKept } = item
    if (typeof ending === 'string' || !isOfPage(save)) return
    const { done, failed } = sender.told(save)
    if ('row' in ending) {
      // A refresh that hangs must not hold up other saves.
      await Promise.race([sender.refresh(this.#client, ending.row, save).catch(() => {}), sleep(slowMs)])
      // Somebody signed out meanwhile.
      if (!isOfPage(save)) return
      draftOf(save.userId, save.kind, save.subject, save.id).remove()
      if (ending.row !== null && !save.base && sender.subjectOf)
        moveDrafts(save.userId, save.kind, save.subject, sender.subjectOf(ending.row))
    }
    // Removed before anybody is told, so that saving the same again begins a new save.
    this.#remove(item)
    this.#publish()
    item.onOutcome(ending)
    const { watcher, isTold } = item
    if ('row' in ending) {
      // Where another window has sent it, that window has shown the message.
      if (ending.row !== null && !isTold?.()) showSuccess(done)
      return watcher?.sent(ending.row)
    }
    const { error } = ending
    // A form says by itself that the connection is lost.
    const isSaid = isTold?.() || (watcher && isNotTaken(error))
    if (!isSaid && !isUnauthorized(error)) showFailure(error, failed)
    // The words are a draft already, by this or another window; the form's own replaces it.
    const draft = isKept ? draftOfRefused(save, error, sender) : undefined
    if ((await watcher?.refused(error, draft?.subject)) === true) draft?.store.remove()
  }

  /** Whether a later save of the same form, still to be sent, includes this one. */
  #isContained = ({ id, key, values }: Save) =>
    this.#items.some(
      ({ save }) => save.id !== id && save.key === key && save.seen.some((seen) => isEqual(seen, values)),
    )

  #remove(item: Item) {
    this.#items = this.#items.filter((other) => other !== item)
  }

  #publish() {
    // Words of somebody who has signed out must not come back into the page.
    if (pageUser.isOver) return
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
  const reason = currentOf(error) ? undefined : messageOf(error)
  return !draft || draft.store.write(draft.values, draft.base, { reason, proposals: save.proposals })
}

function canWait({ isKept, tries, watcher }: Item, error: unknown): boolean {
  if (!isKept) return false
  // The words of a first try are in its form. What was said to be waiting stays until the same user signs in again.
  return isUnauthorized(error) ? tries > 1 || !watcher : isNotTaken(error)
}

const isOfPage = ({ userId }: Save) => !pageUser.isOver && pageUser.id === userId

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const inTurn = <R>({ userId, kind, subject }: Save, task: () => Promise<R>): Promise<R> =>
  navigator.locks ? navigator.locks.request(`lisa:saves:${userId}:${kind}:${subject}`, task) : task()

/** Written to localStorage when a save begins to wait, so that other windows get a `storage` event. */
export const waitingKey = 'lisa:waiting'

function tellWindows() {
  attempt(() => localStorage.setItem(waitingKey, String(Date.now())))
  attempt(() => localStorage.removeItem(waitingKey))
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
