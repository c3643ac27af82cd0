import { analyticsEndpoints } from '@shared/analytics'
import { serve } from '../../http/serve'
import { goalsOf } from '../goals/goals-repository'
import { analyticsOf } from './analytics-repository'
import { longest, streak, weeklyCount } from './streak'

export const analyticsRoutes = serve(analyticsEndpoints, ({ db, now }) => ({
  'GET /api/analytics/streak': async ({ userId, query }) => {
    const { runs, today, longestOver } = await analyticsOf(db, userId).recentRuns(now(), query.date)
    return { streak: streak(runs, today), longest: Math.max(longest(runs, today), longestOver) }
  },
  'GET /api/analytics/weekly-count': async ({ userId, query }) => {
    const { days, today } = await analyticsOf(db, userId).recentDays(now(), query.date)
    return { weeklyCount: weeklyCount(days, today) }
  },
  'GET /api/analytics/monthly-goals': async ({ userId }) => ({
    monthlyGoals: await goalsOf(db, userId).count({ timeline: 'monthly' }),
  }),
  'GET /api/analytics/days': ({ userId, query }) => analyticsOf(db, userId).days(query),
}))
