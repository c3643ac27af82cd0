import { Router } from 'express'
import type { AppContext } from '../context'

/** `/healthz`: the process runs. `/readyz`: the database answers. */
export function healthRoutes({ pool, log }: Pick<AppContext, 'pool' | 'log'>): Router {
  const router = Router()
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }))
  router.get('/readyz', async (_req, res) => {
    try {
      await pool.query('select 1')
      res.json({ status: 'ready' })
    } catch (error) {
      log.warn({ err: error }, 'The database does not answer')
      res.status(503).json({ message: 'The database does not answer' })
    }
  })
  return router
}
