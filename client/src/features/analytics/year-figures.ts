import { moods, type Mood } from '@shared/journal'
import type { JournalDays } from './analytics-queries'
import { shiftDays } from './calendar'

export type YearFigures = {
  entries: number
  longestStreak: number
  /** Entries of each mood, without those whose mood nobody chose. */
  moods: Record<Mood, number>
}

/** Of the days, which come oldest first, until `lastDay`. */
export function figuresOf(all: JournalDays, lastDay: string): YearFigures {
  const days = [...all.values()].filter(({ date }) => date <= lastDay)
  const counts = Object.fromEntries(
    moods.map((mood) => [mood, days.filter((day) => day.mood === mood).length]),
  )
  return {
    entries: days.length,
    longestStreak: longestStreak(days.map(({ date }) => date)),
    moods: counts as Record<Mood, number>,
  }
}

/** In whole percent. Each share is rounded by itself, so that equal counts look equal; the sum need not be 100. */
export function percentsOf(counts: Record<Mood, number>): Record<Mood, number> {
  const total = moods.reduce((sum, mood) => sum + counts[mood], 0)
  const percents = moods.map((mood) => [mood, total && Math.round((counts[mood] / total) * 100)])
  return Object.fromEntries(percents) as Record<Mood, number>
}

function longestStreak(dates: string[]): number {
  let longest = 0
  let streak = 0
  let next = ''
  for (const date of dates) {
    streak = date === next ? streak + 1 : 1
    next = shiftDays(date, 1)
    longest = Math.max(longest, streak)
  }
  return longest
}
