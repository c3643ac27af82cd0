import { z } from 'zod'
import { day } from '@shared/dates'
import { fillingIn } from '@shared/fill-in-entry'
import { defaultMood, type JournalTextField, journalTextFields } from '@shared/journal-fields'
import type { JournalEntryInput } from '@shared/journal-input'
import { isVisible, storable, textLimits } from '@shared/text'
import type { SkippedList } from './skipped-list'
import type { FoundEntry, FoundGoal, Skipped } from './source'

const anyInstant = z.iso.datetime({ offset: true })
const dayMs = 24 * 60 * 60 * 1000

type Storable<T> = { value?: T; skipped: Skipped[] }

const goalTexts = ['description', 'motivation', 'successIndicators'] as const

const cutAt = (max: number) => `Cut to the ${max.toLocaleString('en')} characters that fit`

/** The beginning of `text`, without half a character at its end. */
function cut(text: string, max: number): string {
  const end = text.charCodeAt(max - 1)
  const isHighSurrogate = end >= 0xd800 && end <= 0xdbff
  return text.length > max ? text.slice(0, isHighSurrogate ? max - 1 : max) : text
}

export function storableEntry(found: FoundEntry): Storable<FoundEntry> {
  const { where, date } = found
  if (!day.safeParse(date).success) return { skipped: [{ where, reason: `No such day: ${date}` }] }
  const texts: FoundEntry['texts'] = {}
  const skipped: Skipped[] = []
  for (const field of journalTextFields) {
    const text = storable(found.texts[field] ?? '')
    texts[field] = cut(text, textLimits.journalText)
    if (text !== texts[field]) skipped.push({ where, reason: cutAt(textLimits.journalText) })
  }
  if (!found.mood && !Object.values(texts).some((text) => text.trim()))
    return { skipped: [{ where, reason: 'Nothing in it can be imported' }] }
  return { value: { ...found, texts }, skipped }
}

export function storableGoal(found: FoundGoal): Storable<FoundGoal> {
  const { where } = found
  const skipped: Skipped[] = []
  const fitting = (text: string, max: number) => {
    const fits = cut(text, max)
    if (fits !== text) skipped.push({ where, reason: cutAt(max) })
    return fits
  }
  const title = fitting(storable(found.title).trim(), textLimits.goalTitle).trim()
  if (!isVisible(title)) return { skipped: [{ where, reason: 'The goal has no title' }] }
  const value = { ...found, title }
  for (const field of goalTexts)
    value[field] = fitting(storable(found[field] ?? ''), textLimits.goalText) || null
  if (!day.safeParse(found.keptOn).success) value.keptOn = null
  return { value, skipped }
}

/** Fills `current` in with what was found of its day, as far as that fits: what is there stays whole. */
export function fillingInFound(current: JournalEntryInput, skipped: SkippedList) {
  const max = textLimits.journalText
  // Exactly as much as fits, so that the same file finds no more room the next time.
  const filling = fillingIn(current, (text) => cut(text, max))
  return {
    add(found: FoundEntry) {
      for (const _ of filling.add(asEntry(found))) skipped.add({ where: found.where, reason: cutAt(max) })
    },
    entry: filling.entry,
  }
}

export function asEntry({ date, mood, texts }: FoundEntry): JournalEntryInput {
  const text = (field: JournalTextField) => texts[field] ?? ''
  const fields = Object.fromEntries(journalTextFields.map((field) => [field, text(field)]))
  return { entryDate: date, mood: mood ?? defaultMood, ...(fields as Record<JournalTextField, string>) }
}

export const isSame = (one: JournalEntryInput, other: JournalEntryInput) =>
  one.mood === other.mood && journalTextFields.every((field) => one[field] === other[field])

/** Undefined where it is none that can be stored, or lies ahead by more than clocks differ. */
export function instant(text: string | null | undefined, now: Date): Date | undefined {
  const { data } = anyInstant.safeParse(text)
  const time = data === undefined ? undefined : new Date(data)
  return time && time.getUTCFullYear() >= 1 && time.getTime() < now.getTime() + dayMs ? time : undefined
}

const countedTexts = ['title', ...goalTexts, ...journalTextFields]

/** What the quota counts of an entry or a goal. */
export function bytesOf(row: object = {}): number {
  const texts = Object.entries(row).filter(([name]) => countedTexts.includes(name))
  return texts.reduce((sum, [, text]) => sum + Buffer.byteLength(text ?? ''), 0)
}
