import { storable, textLimits } from '@shared/text'
import { pageUser } from '@/lib/api/page-user'
import { attempt, receiptPrefix } from '@/lib/device/storage'
import { claimsSaved } from './saved-claims'
import { isShown, type Said } from './said-turns'
import type { Caption } from './voice-state'
import type { Write } from './voice-writes'

/** What was said and saved on this screen, in all talks since it was opened. */
export type Receipt = {
  said: Said[]
  /** `turn`: how often the user had spoken when it became what it is. */
  writes: (Write & { turn: number })[]
}

export const emptyReceipt: Receipt = { said: [], writes: [] }

export type ReceiptEvent =
  /** `talk` distinguishes captions of different talks with the same id. */
  { type: 'said'; talk: string; captions: Caption[] } | { type: 'write'; write: Write }

export function receiptReducer(receipt: Receipt, event: ReceiptEvent): Receipt {
  if (event.type === 'write') {
    const write = { ...event.write, turn: turnsIn(receipt.said) }
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
    (write) => (write.state === 'saved' || write.state === 'pending') && write.turn >= turn - 1,
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

const keyOf = (userId: string) => receiptPrefix + userId

/** What was under way when the page was reloaded is on this device, and is sent again (use-receipt.ts). */
export function readReceipt(userId: string): Receipt {
  const stored = attempt(() => JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null') as unknown)
  if (!isReceipt(stored)) return emptyReceipt
  const settled = (write: Receipt['writes'][number]) =>
    write.state === 'pending' ? { ...write, state: 'waiting' as const } : write
  return { ...stored, writes: stored.writes.map(settled) }
}

const isReceipt = (stored: unknown): stored is Receipt =>
  stored !== null &&
  typeof stored === 'object' &&
  'said' in stored &&
  'writes' in stored &&
  Array.isArray(stored.said) &&
  Array.isArray(stored.writes)

export function keepReceipt(userId: string, receipt: Receipt) {
  if (pageUser.isOver || (receipt.said.length === 0 && receipt.writes.length === 0)) return
  attempt(() => sessionStorage.setItem(keyOf(userId), JSON.stringify(receipt)))
}
