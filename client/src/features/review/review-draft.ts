import type { ReviewView } from '@shared/review'
import type { ReviewPeriod } from '@shared/review-period'
import { longDay, longMonth } from '@/lib/dates/dates'
import { localMidnight, shortDate } from '@/lib/dates/days'

/** More would be a copy of the journal, and of a year more than a text can hold. */
const mostDays = 31
const mostTitles = 3

/** With a line for the answer, so that the question stays a line of its own and is not put there again. */
const questions = ['What moved?\n', 'What stood in the way?\n', 'What is next?\n']

/** 'November 16, 2026 to November 22, 2026', 'November 2026' or '2026' */
export function periodInWords({ name, from, to }: ReviewPeriod): string {
  if (name === 'week') return `${longDay(from)} to ${longDay(to)}`
  return name === 'month' ? longMonth(from.slice(0, 7)) : from.slice(0, 4)
}

/** The paragraphs that a review is written on: the dates, the days of goals with their first lines, and three questions. */
export function reviewDraft(period: ReviewPeriod, { goals }: Pick<ReviewView, 'goals'>): string[] {
  const days = new Map<string, { titles: string[]; firstLine: string }>()
  for (const { title, days: ofGoal } of goals)
    for (const { entryDate, firstLine } of ofGoal) {
      const titles = days.get(entryDate)?.titles ?? []
      days.set(entryDate, { titles: [...titles, title], firstLine })
    }
  const inOrder = [...days].sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    `My ${period.name}: ${periodInWords(period)}`,
    ...spread(inOrder).map(([day, { titles, firstLine }]) => {
      const date = period.name === 'week' ? shortDate(localMidnight(day)) : longDay(day)
      return `${date}: ${named(titles)}${firstLine && `\n> ${firstLine}`}`
    }),
    ...questions,
  ]
}

function named(titles: string[]): string {
  const others = titles.length - mostTitles
  return titles.slice(0, mostTitles).join(', ') + (others > 0 ? ` and ${others} more` : '')
}

/** At most as many as a draft takes, from the whole of the time. */
const spread = <T>(all: T[]): T[] => {
  const step = Math.max(1, all.length / mostDays)
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step))
}
