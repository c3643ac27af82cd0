import { z } from 'zod'
import { day } from '@shared/day'
import { goalQuestions, goalRecord, type GoalTextField } from '@shared/goals'
import { dayMs } from '@shared/instants'
import { entryRecord, type EntryRow, fillingIn } from '@shared/journal'
import { isVisible, storable } from '@shared/text'
import type { SkippedList } from './skipped-list'
import type { FoundEntry, FoundGoal, Skipped } from './source'

const anyInstant = z.iso.datetime({ offset: true })

type Storable<T> = { value?: T; skipped: Skipped[] }

const cutAt = (max: number) => `Cut to the ${max.toLocaleString('en')} characters that fit`

const mostGoals = entryRecord.fields.goalIds.most
const tooManyGoals = `Only ${mostGoals} goals of a day can be linked`

/** The beginning of `text`, without half a character at its end. */
export function cut(text: string, max: number): string {
  const end = text.charCodeAt(max - 1)
  const isHighSurrogate = end >= 0xd800 && end <= 0xdbff
  return text.length > max ? text.slice(0, isHighSurrogate ? max - 1 : max) : text
}

/** The same, but whole if it has that many characters: an export of ours may be of a time when these were counted. */
export const cutOurs: typeof cut = (text, max) =>
  text.length > max && Array.from(text.slice(0, 2 * max + 1)).length <= max ? text : cut(text, max)

export function storableEntry(found: FoundEntry, fit = cut): Storable<FoundEntry> {
  const { where, date } = found
  if (!day.safeParse(date).success) return { skipped: [{ where, reason: `No such day: ${date}` }] }
  const texts: FoundEntry['texts'] = {}
  const skipped: Skipped[] = []
  for (const field of entryRecord.texts) {
    const { limit } = entryRecord.textField(field)
    const text = storable(found.texts[field] ?? '')
    texts[field] = fit(text, limit)
    if (text !== texts[field]) skipped.push({ where, reason: cutAt(limit) })
  }
  if (!found.mood && !entryRecord.hasWords(texts))
    return { skipped: [{ where, reason: 'Nothing in it can be imported' }] }
  const goalIds = found.goalIds?.slice(0, mostGoals)
  if (goalIds?.length !== found.goalIds?.length) skipped.push({ where, reason: tooManyGoals })
  return { value: { ...found, texts, goalIds }, skipped }
}

export function storableGoal(found: FoundGoal, fit = cut): Storable<FoundGoal> {
  const { where } = found
  const skipped: Skipped[] = []
  const fitting = (field: GoalTextField) => {
    const { limit } = goalRecord.textField(field)
    const text = storable(found[field] ?? '')
    const whole = field === 'title' ? text.trim() : text
    const fits = fit(whole, limit)
    if (fits !== whole) skipped.push({ where, reason: cutAt(limit) })
    return fits
  }
  const title = fitting('title').trim()
  if (!isVisible(title)) return { skipped: [{ where, reason: 'The goal has no title' }] }
  const value = { ...found, title }
  for (const field of goalQuestions) value[field] = fitting(field) || null
  if (!day.safeParse(found.keptOn).success) value.keptOn = null
  return { value, skipped }
}

/** Fills `current` in with what was found of its day, as far as that fits: what is there stays whole. */
export function fillingInFound(current: EntryRow, skipped: SkippedList) {
  // Exactly as much as fits, so that the same file finds no more room the next time.
  const filling = fillingIn(current, cut)
  return {
    add(found: FoundEntry) {
      const { where, goalIds = [] } = found
      for (const field of filling.add(asEntry(found)))
        skipped.add({ where, reason: cutAt(entryRecord.textField(field).limit) })
      if (goalIds.length && goalIds.some((id) => !filling.entry().goalIds.includes(id)))
        skipped.add({ where, reason: tooManyGoals })
    },
    entry: filling.entry,
  }
}

export const asEntry = ({ date, texts, ...others }: FoundEntry) =>
  entryRecord.values({ entryDate: date, ...others, ...texts })

/** Undefined where it is none that can be stored, or lies ahead by more than clocks differ. */
export function instant(text: string | null | undefined, now: Date): Date | undefined {
  const { data } = anyInstant.safeParse(text)
  const time = data === undefined ? undefined : new Date(data)
  return time && time.getUTCFullYear() >= 1 && time.getTime() < now.getTime() + dayMs ? time : undefined
}

/** What the quota counts of an entry or a goal, as the function text_bytes does in the database. */
export const bytesOf = <N extends string>({ texts }: { texts: N[] }, row: { [K in N]?: string | null }) =>
  texts.reduce((sum, name) => sum + Buffer.byteLength(row[name] ?? ''), 0)
