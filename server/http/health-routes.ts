import { setTimeout } from 'node:timers/promises'
import { type RequestHandler, Router } from 'express'
import type pg from 'pg'
import type { AppContext } from '../context'
import { laterVersionNeeded } from '../db/later-version'
import { logOutage } from '../db/outage'
import { logSeldom } from '../log'
import { runningVersion } from '../version'
import { onlyRead } from './other-method'

/** A balancer asks every few seconds: an answer has to come before the next question. */
const readyWithinMs = 2_000

/** An answer of the database holds so long for everybody who asks, so that probes leave the connections to requests. */
const keptMs = 1_000

/**
 * `/healthz`: the process runs. `/readyz`: the database answers, no later version has taken away what this one needs, and
 * the process is not shutting down.
 */
export function healthRoutes({ pool, log, stopping }: Pick<AppContext, 'pool' | 'log' | 'stopping'>): Router {
  const router = Router()
  let needed: string | undefined
  const askDatabase = async () => void (needed = await laterVersionNeeded(pool))
  const databaseAnswers = sharedFor(keptMs, async () => {
    const asked = new AbortController()
    await Promise.race([askDatabase(), answerToOthers(pool, asked.signal), tooLate()]).finally(() =>
      asked.abort(),
    )
  })
  const answerTo = (path: string, answer: RequestHandler) => router.route(path).get(answer).all(onlyRead)
  answerTo('/healthz', (_req, res) => void res.json({ status: 'ok' }))
  answerTo('/readyz', async (_req, res) => {
    if (stopping?.aborted) return void res.status(503).json({ message: 'Stopping' })
    try {
      await databaseAnswers()
      if (!needed) return void res.json({ status: 'ready' })
      const { version } = runningVersion()
      logSeldom(log, 'The database needs a later version of Lisa', { version, needed })
      res.status(503).json({ message: `The database needs Lisa ${needed} or later` })
    } catch (error) {
      logOutage(log, error)
      res.status(503).json({ message: 'The database does not answer' })
    }
  })
  return router
}

/** `ask`, at most once at a time: those who come while it is under way, or `ms` after it, share what it found. */
function sharedFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | undefined
  const forget = async () => {
    await setTimeout(ms, undefined, { ref: false })
    shared = undefined
  }
  return () => {
    shared ??= ask().finally(() => void forget())
    return shared
  }
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
