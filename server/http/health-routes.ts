import { setTimeout } from 'node:timers/promises'
import { Router } from 'express'
import type pg from 'pg'
import type { AppContext } from '../context'
import { logOutage } from '../db/outage'
import { runningVersion } from '../version'

/** A balancer asks every few seconds: an answer has to come before the next question. */
const readyWithinMs = 2_000

/** `/healthz`: the process runs; tells the version. `/readyz`: the database answers, and the process is not shutting down. */
export function healthRoutes({ pool, log, stopping }: Pick<AppContext, 'pool' | 'log' | 'stopping'>): Router {
  const router = Router()
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok', ...runningVersion() }))
  router.get('/readyz', async (_req, res) => {
    if (stopping?.aborted) return void res.status(503).json({ message: 'Stopping' })
    const asked = new AbortController()
    try {
      await Promise.race([pool.query('select 1'), answerToOthers(pool, asked.signal), tooLate()])
      res.json({ status: 'ready' })
    } catch (error) {
      logOutage(log, error)
      res.status(503).json({ message: 'The database does not answer' })
    } finally {
      asked.abort()
    }
  })
  return router
}

/** Resolves when another request got its answer from the database: an instance with a busy pool is slow, but ready. */
function answerToOthers(pool: pg.Pool, asked: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const released = (error: unknown, client: pg.PoolClient) => {
      if (!error && !client.connection.stream.destroyed) resolve()
    }
    pool.on('release', released)
    asked.addEventListener('abort', () => pool.off('release', released))
  })
}

async function tooLate(): Promise<never> {
  await setTimeout(readyWithinMs, undefined, { ref: false })
  throw new Error(`No answer in ${readyWithinMs} ms`)
}
