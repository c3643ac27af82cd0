import { Router } from 'express'
import { recentSummaries } from '@shared/summaries'
import type { AppContext } from '../../context'
import { userId } from '../auth/guards'
import { summariesOf } from './summaries-repository'

export function summariesRoutes({ db }: AppContext): Router {
  const router = Router()
  router.get('/daily-summaries/recent', async (req, res) => {
    const { limit } = recentSummaries.parse(req.query)
    res.json(await summariesOf(db, userId(req)).recent(limit))
  })
  return router
}
