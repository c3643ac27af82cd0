import { moods, type Mood } from '@shared/journal'
import type { JournalDays } from './analytics-queries'
import { shiftDays } from './calendar'

export type YearFigures = {
  entries: number
  longestStreak: number
  /** Entries of each mood. */
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

/** Whole percents that add up to 100: those that lost most by rounding down are rounded up. */
export function percentsOf(counts: Record<Mood, number>): Record<Mood, number> {
  const total = moods.reduce((sum, mood) => sum + counts[mood], 0)
  const shares = moods.map((mood) => {
    const exact = total ? (counts[mood] / total) * 100 : 0
    return { mood, whole: Math.floor(exact), rest: exact % 1 }
  })
  const missing = total ? shares.reduce((left, { whole }) => left - whole, 100) : 0
  const roundedUp = [...shares].sort((a, b) => b.rest - a.rest).slice(0, missing)
  const percents = shares.map((share) => [share.mood, share.whole + (roundedUp.includes(share) ? 1 : 0)])
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
