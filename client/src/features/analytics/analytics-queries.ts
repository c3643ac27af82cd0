import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { DayRange, JournalDayView } from '@shared/analytics'
import type { ActivityQuery, GoalActivityView } from '@shared/goals'
import { api, ApiError } from '@/lib/api/api'

const all = ['analytics'] as const
const daysAtOnce = 10

/** The days with an entry, by date. */
export type JournalDays = ReadonlyMap<string, JournalDayView>

const byDate = (days: JournalDayView[]): JournalDays => new Map(days.map((day) => [day.date, day]))

const days = (range: DayRange) =>
  queryOptions({
    queryKey: [...all, 'days', range],
    queryFn: () => api('GET /api/analytics/days', { query: range }),
    select: byDate,
  })

const ofYear = (year: string) => ({ from: `${year}-01-01`, to: `${year}-12-31` })

/** The days of each goal that has any, oldest first, by its id. */
type GoalActivity = ReadonlyMap<string, string[]>

const byGoal = (goals: GoalActivityView[]): GoalActivity =>
  new Map(goals.map(({ goalId, days }) => [goalId, days]))

const goalActivity = (range: ActivityQuery) =>
  queryOptions({
    queryKey: [...all, 'goal-activity', range],
    queryFn: () => api('GET /api/goals/activity', { query: range }),
    select: byGoal,
  })

/** The server refuses a day that is not today anywhere; then it takes the timezone of the settings. */
const ifWrongClock =
  <R>(ask: () => Promise<R>) =>
  (error: unknown) => {
    if (error instanceof ApiError && error.status === 400) return ask()
    throw error
  }

export const analyticsQueries = {
  all,
  streak: (date: string) =>
    queryOptions({
      queryKey: [...all, 'streak', date],
      queryFn: () =>
        api('GET /api/analytics/streak', { query: { date } }).catch(
          ifWrongClock(() => api('GET /api/analytics/streak')),
        ),
    }),
  weeklyCount: (date: string) =>
    queryOptions({
      queryKey: [...all, 'weekly-count', date],
      queryFn: () =>
        api('GET /api/analytics/weekly-count', { query: { date } }).catch(
          ifWrongClock(() => api('GET /api/analytics/weekly-count')),
        ),
    }),
  monthlyGoals: () =>
    queryOptions({
      queryKey: [...all, 'monthly-goals'],
      queryFn: () => api('GET /api/analytics/monthly-goals'),
    }),
  days,
  daysOfYear: (year: string) => days(ofYear(year)),
  goalActivity,
  /** The newest first, a few at a time. */
  daysOfGoal: (id: string) =>
    infiniteQueryOptions({
      queryKey: [...all, 'days-of-goal', id],
      queryFn: ({ pageParam: before }) =>
        api('GET /api/goals/:id/days', { id, query: { before, limit: daysAtOnce } }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => (page.length < daysAtOnce ? undefined : page.at(-1)?.entryDate),
      // As the journal's list.
      gcTime: 3_600_000,
    }),
  goalActivityOfYear: (year: string) => goalActivity(ofYear(year)),
}
