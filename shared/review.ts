import { z } from 'zod'
import { calendarDay, endpoints, id, json } from './endpoint'
import { daysOfReview, firstLine, timelines } from './goals'
import { moods } from './journal'

const count = z.int().min(0)
const named = { goalId: id, title: z.string() }

const reviewView = z
  .strictObject({
    from: calendarDay,
    to: calendarDay,
    entries: count.describe('How many days were written'),
    moods: z.strictObject(
      Object.fromEntries(moods.map((mood) => [mood, count])) as Record<(typeof moods)[number], typeof count>,
    ),
    goals: z
      .array(
        z.strictObject({
          ...named,
          timeline: z.enum(timelines),
          days: z.array(z.strictObject({ entryDate: calendarDay, entryId: id, firstLine })),
        }),
      )
      .describe('Those that have days, newest first, with their days, oldest first'),
    achieved: z
      .array(z.strictObject(named))
      .describe(
        'Achieved in these days, or on the day after if their month or year ended with them, newest first',
      ),
    untouched: z
      .array(z.strictObject(named))
      .describe('Open, not made after these days, and without a day, newest first'),
    longestStreak: count.describe('The longest streak within these days'),
  })
  .meta({ id: 'Review' })
export type ReviewView = z.infer<typeof reviewView>

export const reviewEndpoints = endpoints(
  { tag: 'Journal' },
  {
    'GET /api/review': {
      summary: 'Look back at some days',
      description:
        'From `from` to `to`, both included: at most 366 days. Counts and what was written only. `moods` counts those that somebody chose; when a goal was achieved is judged by the timezone of the settings. A token without `goals:read` is shown no goals, one without `journal:read` only those that were achieved, and no days, moods or streak: the rest is empty or 0.',
      token: '/api/jwt/review',
      query: daysOfReview,
      answers: { 200: json('What these days hold', reviewView) },
    },
  },
)
