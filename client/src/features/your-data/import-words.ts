import type { ImportReport, ImportUndone } from '@shared/import'
import { longDay } from '@/lib/dates/dates'

const counted = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`
const entries = (n: number) => counted(n, 'entry', 'entries')
const goals = (n: number) => counted(n, 'goal', 'goals')
const days = (n: number) => counted(n, 'day', 'days')

const joined = (parts: string[]) => parts.join(' and ')

/** `312 entries from 2019 to 2026 and 5 goals` */
export function contentsOf({ entries: found, goals: foundGoals, from, to }: ImportReport): string {
  const [entryCount, goalCount] = [
    found.new + found.filledIn + found.unchanged,
    foundGoals.new + foundGoals.unchanged,
  ]
  const [first, last] = [from, to].map((day) => day?.slice(0, 4))
  const span = first && (first === last ? ` from ${first}` : ` from ${first} to ${last}`)
  const parts = [
    ...(entryCount ? [entries(entryCount) + (span ?? '')] : []),
    ...(goalCount ? [goals(goalCount)] : []),
  ]
  return joined(parts) || 'Nothing that can be imported'
}

/** What importing would change: `312 entries and 5 goals`; empty if nothing. */
export function changesOf({ entries: found, goals: foundGoals }: ImportReport): string {
  const entryCount = found.new + found.filledIn
  return joined([
    ...(entryCount ? [entries(entryCount)] : []),
    ...(foundGoals.new ? [goals(foundGoals.new)] : []),
  ])
}

/** What becomes of the days and goals that are here already. */
export function overlapOf({ entries: found, goals: foundGoals }: ImportReport, isDone: boolean): string[] {
  const has = found.filledIn === 1 ? 'has' : 'have'
  const filledIn = isDone ? (found.filledIn === 1 ? 'was' : 'were') : 'will be'
  const sentences = [
    found.filledIn &&
      `${days(found.filledIn)} already ${isDone ? 'had' : has} an entry and ${filledIn} filled in. Nothing in ${found.filledIn === 1 ? 'it' : 'them'} is erased.`,
    found.unchanged &&
      `${days(found.unchanged)} ${found.unchanged === 1 ? 'has' : 'have'} all of it already.`,
    foundGoals.unchanged &&
      `${goals(foundGoals.unchanged)} ${foundGoals.unchanged === 1 ? 'is' : 'are'} here already.`,
  ]
  return sentences.filter((sentence) => sentence !== 0)
}

/** The report also says here how moods of another scale were read. */
export const skippedTitle = ({ skipped }: ImportReport) =>
  `Left out or changed (${skipped.length.toLocaleString('en')})`

const daysNamed = 10

/** `12 days were removed, 3 have their earlier words. 2 days were changed since and stay: March 3, 2026; March 4, 2026.` */
export function undoneInWords(
  { restored, removed, kept, keptGoals = 0 }: ImportUndone,
  hasGoals: boolean,
): string {
  const rows = (n: number) => (hasGoals ? counted(n, 'entry or goal', 'entries and goals') : days(n))
  const was = (n: number) => (n === 1 ? 'was' : 'were')
  const changes = [
    ...(removed ? [`${rows(removed)} ${was(removed)} removed`] : []),
    ...(restored
      ? [
          `${removed ? restored.toLocaleString('en') : rows(restored)} ${restored === 1 ? 'has its' : 'have their'} earlier words`,
        ]
      : []),
  ].join(', ')
  const named = kept.slice(0, daysNamed).map(longDay)
  const more = kept.length - named.length
  const stay =
    kept.length &&
    `${days(kept.length)} ${was(kept.length)} changed since and ${kept.length === 1 ? 'stays' : 'stay'}: ${[...named, ...(more ? [`and ${more} more`] : [])].join('; ')}`
  const goalsStay =
    keptGoals &&
    `${goals(keptGoals)} ${keptGoals === 1 ? 'stays' : 'stay'}, changed since, or used by another entry or goal`
  const sentences = [changes, stay, goalsStay].filter(Boolean)
  return sentences.length ? `${sentences.join('. ')}.` : 'There was nothing left to undo.'
}
