import { addDays } from '@shared/dates'
import type { DaysOfReview, Timeline } from '@shared/goals'
import { type Mood, moods } from '@shared/journal'
import type { ReviewView } from '@shared/review'
import type { Scope } from '@shared/scopes'
import { localDay } from '@shared/timezones'

/** An entry of the days of a review, with the first line that was written. */
type ReviewedEntry = {
  entryId: string
  entryDate: string
  mood: Mood | null
  goalIds: string[]
  firstLine: string
}

type ReviewedGoal = {
  goalId: string
  title: string
  timeline: Timeline
  createdAt: Date
  keptOn: string | null
  achievedAt: Date | null
  timezone: string
}

/** `entries` are those of the days, oldest first. */
export function reviewOf(days: DaysOfReview, entries: ReviewedEntry[], goals: ReviewedGoal[]): ReviewView {
  const daysOf = new Map<string, ReviewView['goals'][number]['days']>()
  for (const { goalIds, entryDate, entryId, firstLine } of entries)
    for (const id of goalIds) daysOf.set(id, [...(daysOf.get(id) ?? []), { entryDate, entryId, firstLine }])
  const dayAfter = addDays(days.to, 1)
  const isMadeAfter = ({ createdAt, timezone }: ReviewedGoal) => localDay(createdAt, timezone) > days.to
  /** Whether its month or year ended with these days, and it was not kept for the next. */
  const endsWithDays = (goal: ReviewedGoal) =>
    !isMadeAfter(goal) &&
    (goal.keptOn ?? '') <= days.to &&
    ((goal.timeline === 'monthly' && dayAfter.endsWith('-01')) ||
      (goal.timeline === 'annual' && dayAfter.endsWith('-01-01')))
  const isAchievedInDays = (goal: ReviewedGoal) => {
    const day = goal.achievedAt && localDay(goal.achievedAt, goal.timezone)
    if (!day) return false
    // Its review also asks about it on the day after.
    return (days.from <= day && day <= days.to) || (day === dayAfter && endsWithDays(goal))
  }
  const named = ({ goalId, title }: ReviewedGoal) => ({ goalId, title })
  return {
    ...days,
    entries: entries.length,
    moods: moodCounts((mood) => entries.filter((entry) => entry.mood === mood).length),
    goals: goals.flatMap((goal) => {
      const days = daysOf.get(goal.goalId)
      return days ? [{ ...named(goal), timeline: goal.timeline, days }] : []
    }),
    achieved: goals.filter(isAchievedInDays).map(named),
    untouched: goals
      .filter((goal) => !goal.achievedAt && !isMadeAfter(goal) && !daysOf.has(goal.goalId))
      .map(named),
    longestStreak: longestOf(entries.map(({ entryDate }) => entryDate)),
  }
}

const moodCounts = (countOf: (mood: Mood) => number) =>
  Object.fromEntries(moods.map((mood) => [mood, countOf(mood)])) as Record<Mood, number>

/** What a token may see of a review. */
export function withinScopes(review: ReviewView, { scopes }: { scopes: readonly Scope[] }): ReviewView {
  const seen = scopes.includes('goals:read') ? review : { ...review, goals: [], achieved: [], untouched: [] }
  if (scopes.includes('journal:read')) return seen
  return {
    ...seen,
    entries: 0,
    moods: moodCounts(() => 0),
    // Which goals have a day says on which days somebody wrote.
    goals: [],
    untouched: [],
    longestStreak: 0,
  }
}

/** How many of `days`, the oldest first, follow one another at most. */
function longestOf(days: string[]): number {
  let [most, length, previous] = [0, 0, '']
  for (const day of days) {
    length = previous && addDays(previous, 1) === day ? length + 1 : 1
    most = Math.max(most, length)
    previous = day
  }
  return most
}
