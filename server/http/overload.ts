import type { RequestHandler } from 'express'
import type { AppContext } from '../context'
import { logSeldom } from '../log'
import { OverloadedError } from './errors'

/** How many requests may wait for each connection of the pool: behind more of them an answer would come too late. */
const waitingPerConnection = 10

/** API requests except webhooks: a refused text would be lost, and the webhook accepts only signed requests. */
const isRefusable = (path: string) => /^\/api\/(?!webhooks\/)/i.test(path)

/** Refuses requests, before anything is done for them, while too many others wait for the database. */
export function refuseWhenOverloaded({ pool, log, metrics }: AppContext): RequestHandler {
  const most = waitingPerConnection * (pool.options.max ?? 1)
  return (req, _res, next) => {
    if (pool.waitingCount < most || !isRefusable(req.path)) return next()
    metrics.overloaded.inc()
    logSeldom(log, 'Calls are refused: too many wait for the database', { waiting: pool.waitingCount })
    throw new OverloadedError()
  }
}
