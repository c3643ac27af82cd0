import { z } from 'zod'
import { endpoints, json } from './endpoint'

const count = z.int().min(0)
const streakView = z.strictObject({ streak: count })
const weeklyCountView = z.strictObject({ weeklyCount: count.max(7) })
const monthlyGoalsView = z.strictObject({ monthlyGoals: count })

export const analyticsEndpoints = endpoints(
  { tag: 'Analytics' },
  {
    'GET /api/analytics/streak': {
      summary: 'Count the days in a row with an entry',
      description:
        'In the timezone of the settings. Before today has an entry, the streak up to yesterday still counts.',
      answers: { 200: json('The streak that ends today or yesterday', streakView) },
    },
    'GET /api/analytics/weekly-count': {
      summary: 'Count the entries of this week',
      description: 'From Monday to Sunday, in the timezone of the settings.',
      answers: { 200: json('Entries from Monday to Sunday', weeklyCountView) },
    },
    'GET /api/analytics/monthly-goals': {
      summary: 'Count the monthly goals',
      description: 'All goals whose timeline is `monthly`.',
      answers: { 200: json('The number of goals', monthlyGoalsView) },
    },
  },
)
