import { entryRecord, type EntryRow } from '@shared/journal'
import { firstLineIn } from '@shared/journal/first-line'
import type { ReviewView } from '@shared/review'
import type { ReviewPeriod } from '@shared/review-period'
import { daysInWords, longMonth } from '@/lib/dates/dates'
import { localMidnight, shortDate } from '@/lib/dates/days'

/** More would be a copy of the journal, and of a year more than a text can hold. */
const mostDays = 31
const mostTitles = 3

/** With a line for the answer, so that the question stays a line of its own and is not put there again. */
export const firstQuestion = 'What moved?\n'
const questions = [firstQuestion, 'What stood in the way?\n', 'What is next?\n']

/** 'November 16 to 22', 'November 2026' or '2026'; a week with its year unless it is this one */
export function periodInWords({ name, from, to }: ReviewPeriod): string {
  if (name === 'week') return daysInWords(from, to)
  return name === 'month' ? longMonth(from.slice(0, 7)) : from.slice(0, 4)
}

/** The first line of a review. */
export const titleOf = (period: ReviewPeriod) => `My ${period.name}: ${periodInWords(period)}`

/**
 * The paragraphs that a review is written on: the dates, the days of goals and then those of the other `entries` with their
 * first lines, and three questions.
 */
export function reviewDraft(
  period: ReviewPeriod,
  { goals }: Pick<ReviewView, 'goals'>,
  entries: readonly (EntryRow & { entryDate: string })[] = [],
): [title: string, ...paragraphs: string[]] {
  const days = new Map<string, { titles: string[]; firstLine: string }>()
  for (const { title, days: ofGoal } of goals)
    for (const { entryDate, firstLine } of ofGoal) {
      const titles = days.get(entryDate)?.titles ?? []
      days.set(entryDate, { titles: [...titles, title], firstLine })
    }
  const others = entries.flatMap((entry) => {
    const firstLine = firstLineIn(
      entryRecord.texts.map((name) => entry[name]).find((text) => text?.trim()) ?? '',
    )
    return firstLine && !days.has(entry.entryDate) ? [[entry.entryDate, firstLine] as const] : []
  })
  return [
    titleOf(period),
    ...spread(inOrder([...days])).map(
      ([day, { titles, firstLine }]) => `${inShort(day)}: ${listed(titles)}${firstLine && quoted(firstLine)}`,
    ),
    ...inOrder(others).map(([day, firstLine]) => inShort(day) + quoted(firstLine)),
    ...questions,
  ]
}

const inOrder = <T extends readonly [day: string, ...unknown[]]>(days: T[]) =>
  days.toSorted(([a], [b]) => (a < b ? -1 : 1))
const inShort = (day: string) => shortDate(localMidnight(day))
const quoted = (line: string) => `\n> ${line}`

function listed(titles: string[]): string {
  const others = titles.length - mostTitles
  return titles.slice(0, mostTitles).join(', ') + (others > 0 ? ` and ${others} more` : '')
}

/** At most as many as a draft takes, from the whole of the time. */
const spread = <T>(all: T[]): T[] => {
  const step = Math.max(1, all.length / mostDays)
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step))
}
