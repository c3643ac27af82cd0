import { Router } from 'express'
import type { MonthlyGoalsView, StreakView, WeeklyCountView } from '@shared/analytics'
import type { AppContext } from '../../context'
import { userId } from '../auth/guards'
import { goalsOf } from '../goals/goals-repository'
import { analyticsOf } from './analytics-repository'
import { streak, weeklyCount } from './streak'

export function analyticsRoutes({ db, now }: AppContext): Router {
  const router = Router()
  router.get('/analytics/streak', async (req, res) => {
    const { runs, today } = await analyticsOf(db, userId(req)).recentRuns(now())
    res.json({ streak: streak(runs, today) } satisfies StreakView)
  })
  router.get('/analytics/weekly-count', async (req, res) => {
    const { days, today } = await analyticsOf(db, userId(req)).recentDays(now())
    res.json({ weeklyCount: weeklyCount(days, today) } satisfies WeeklyCountView)
  })
  router.get('/analytics/monthly-goals', async (req, res) => {
    const monthlyGoals = await goalsOf(db, userId(req)).count({ timeline: 'monthly' })
    res.json({ monthlyGoals } satisfies MonthlyGoalsView)
  })
  return router
}
