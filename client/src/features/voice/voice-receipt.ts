import { storable, textLimits } from '@shared/text'
import { lastTalk } from '@/lib/device/storage'
import type { Draft } from '@/lib/saving/drafts'
import type { ReadDay } from './tool-definition'
import { claimsSaved } from './saved-claims'
import { isShown, type Said } from './said-turns'
import type { Caption } from './voice-state'
import type { Write } from './voice-writes'

/**
 * What was said and saved during a visit of the screen. That may be several talks: one that lost its connection goes on in
 * another.
 */
export type Receipt = {
  said: Said[]
  /** `turn`: how often the user had spoken when it became what it is. */
  writes: (Write & { turn: number })[]
  /** The days whose entries Lisa has read, newest first. */
  read: string[]
}

export const emptyReceipt: Receipt = { said: [], writes: [], read: [] }

export type ReceiptEvent =
  /** `talk` distinguishes captions of different talks with the same id. */
  | { type: 'said'; talk: string; captions: Caption[] }
  | { type: 'write'; write: Write }
  /** An earlier write is tried again. */
  | { type: 'write again'; write: Write }
  /** The user does not want what was proposed. */
  | { type: 'dismiss'; id: string }
  | { type: 'read'; days: ReadDay[] }
  /** A talk takes the place of that of an earlier visit. */
  | { type: 'begin' }

export function receiptReducer(receipt: Receipt, event: ReceiptEvent): Receipt {
  if (event.type === 'begin') return emptyReceipt
  if (event.type === 'read') {
    const days = event.days.flatMap(({ date, id }) => (date && id ? [date] : []))
    return { ...receipt, read: [...new Set([...receipt.read, ...days])].sort().reverse() }
  }
  if (event.type === 'dismiss')
    return { ...receipt, writes: receipt.writes.filter(({ id }) => id !== event.id) }
  if (event.type !== 'said') {
    const known = receipt.writes.find(({ id }) => id === event.write.id)
    if (event.type === 'write again' && !known) return receipt
    // Undoing it does not make it a save of this turn.
    const isUndo = event.type === 'write again' && known?.state === 'saved'
    const write = { ...event.write, turn: isUndo ? known.turn : turnsIn(receipt.said) }
    return { ...receipt, writes: upsert(receipt.writes, write) }
  }
  if (!event.captions.length) return receipt
  const said = event.captions.map(({ id, speaker, text, isDone, isUnwritten }) => ({
    id: `${event.talk} ${id}`,
    talk: event.talk,
    speaker,
    text: text.trim(),
    isDone,
    isUnwritten,
  }))
  // Sorted as they were said: the user's words may arrive after Lisa's answer to them.
  const known = new Set(said.map(({ id }) => id))
  return { ...receipt, said: [...receipt.said.filter(({ id }) => !known.has(id)), ...said.filter(isShown)] }
}

function upsert<T extends { id: string }>(list: T[], item: T): T[] {
  return list.some(({ id }) => id === item.id)
    ? list.map((known) => (known.id === item.id ? item : known))
    : [...list, item]
}

const turnsIn = (said: Said[]) => said.filter(({ speaker }) => speaker === 'You').length

/**
 * Whether Lisa's last words say that something was saved while nothing was, since the user last spoke or the time before:
 * they may have interrupted her.
 */
export function isClaimUnfounded({ said, writes }: Receipt): boolean {
  const at = said.findLastIndex(({ speaker, isDone }) => speaker === 'Lisa' && isDone)
  const last = said[at]
  if (!last || !claimsSaved(last.text)) return false
  const turn = turnsIn(said.slice(0, at))
  return !writes.some(
    ({ state, turn: at }) => ['saved', 'pending', 'undone'].includes(state) && at >= turn - 1,
  )
}

/** The user's own words, a line for each turn. */
export const ownWords = ({ said }: Pick<Receipt, 'said'>) =>
  said
    .filter(({ speaker, text }) => speaker === 'You' && text)
    .map(({ text }) => text)
    .join('\n')

/** What was said, as the server summarises it; of a very long talk the end of the user's own words. */
export function textOf(said: Said[]): string {
  const whole = said
    .filter(({ text }) => text)
    .map(({ speaker, text }) => `${speaker}: ${text.replace(/\s+/g, ' ')}`)
    .join('\n')
  return storable(whole.length <= textLimits.talk ? whole : ownWords({ said }).slice(-textLimits.talk))
}

/** What is kept of the last talk, for a day. What was under way when the page was left is on this device, and is sent again. */
export function keptReceipt(draft: Draft<unknown> | undefined): Receipt {
  const kept = draft?.values
  if (!draft || draft.savedAt < Date.now() - lastTalk.keptForMs || !isReceipt(kept)) return emptyReceipt
  const settled = (write: Receipt['writes'][number]) =>
    write.state === 'pending' ? { ...write, state: 'waiting' as const } : write
  // An earlier version kept no days.
  return { ...emptyReceipt, ...kept, writes: kept.writes.map(settled) }
}

const isReceipt = (stored: unknown): stored is Receipt =>
  stored !== null &&
  typeof stored === 'object' &&
  'said' in stored &&
  'writes' in stored &&
  Array.isArray(stored.said) &&
  Array.isArray(stored.writes)
