import { Router } from 'express'
import { goalFilter, goalInput, goalPatch } from '@shared/goals'
import type { AppContext } from '../../context'
import { knownId } from '../../http/ids'
import { userId } from '../auth/guards'
import { goalsOf } from './goals-repository'

/** What a bearer token opens too. */
export function goalListRoutes({ db }: AppContext): Router {
  const router = Router()
  router.get('/goals', async (req, res) => {
    res.json(await goalsOf(db, userId(req)).list(goalFilter.parse(req.query)))
  })
  router.post('/goals', async (req, res) => {
    res.status(201).json(await goalsOf(db, userId(req)).create(goalInput.parse(req.body)))
  })
  return router
}

export function goalsRoutes(ctx: AppContext): Router {
  const { db, now } = ctx
  const router = goalListRoutes(ctx)
  router.param('id', knownId('Goal'))
  router.get('/goals/:id', async (req, res) => {
    res.json(await goalsOf(db, userId(req)).get(req.params.id))
  })
  router.patch('/goals/:id', async (req, res) => {
    res.json(await goalsOf(db, userId(req)).update(req.params.id, goalPatch.parse(req.body), now()))
  })
  router.delete('/goals/:id', async (req, res) => {
    await goalsOf(db, userId(req)).remove(req.params.id)
    res.status(204).end()
  })
  return router
}
