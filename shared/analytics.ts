import { z } from 'zod'
import { day } from './day'
import { calendarDay, dayRange, endpoints, id, json } from './endpoint'
import { moods } from './journal'

const count = z.int().min(0)
const streakView = z.strictObject({ streak: count, longest: count.describe('The longest streak so far') })
const weeklyCountView = z.strictObject({ weeklyCount: count.max(7) })
const monthlyGoalsView = z.strictObject({ monthlyGoals: count })

/** The browser's day; without it, that of the timezone of the settings. */
const ofDay = z.object({ date: z.optional(day) })
const dayDescription =
  'By the day `date`, at most one day from today in UTC, or else by the timezone of the settings.'

const maxDays = 400
const ofDays = dayRange(maxDays)
export type DayRange = z.infer<typeof ofDays>

/** A day that has an entry; `id` is the entry's. */
export const journalDayView = z
  .strictObject({ date: calendarDay, mood: z.enum(moods).nullable().describe('null if nobody chose it'), id })
  .meta({ id: 'JournalDay' })
export type JournalDayView = z.infer<typeof journalDayView>

export const analyticsEndpoints = endpoints(
  { tag: 'Analytics' },
  {
    'GET /api/analytics/streak': {
      summary: 'Count the days in a row with an entry',
      description: `${dayDescription} Before that day has an entry, the streak up to the day before still counts.`,
      query: ofDay,
      answers: { 200: json('The streak that ends today or yesterday', streakView) },
    },
    'GET /api/analytics/weekly-count': {
      summary: 'Count the entries of this week',
      description: `From Monday to Sunday. ${dayDescription}`,
      query: ofDay,
      answers: { 200: json('Entries from Monday to Sunday', weeklyCountView) },
    },
    'GET /api/analytics/monthly-goals': {
      summary: 'Count the monthly goals',
      description: 'All goals whose timeline is `monthly`.',
      answers: { 200: json('The number of goals', monthlyGoalsView) },
    },
    'GET /api/analytics/days': {
      summary: 'List the days with an entry',
      description: `From \`from\` to \`to\`, both included: at most ${maxDays} days.`,
      query: ofDays,
      answers: { 200: json('One for each entry, oldest first', z.array(journalDayView)) },
    },
  },
)
