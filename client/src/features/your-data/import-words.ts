import type { ImportReport } from '@shared/import'

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
