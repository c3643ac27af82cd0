import type { RequestHandler } from 'express'
import type { AppContext } from '../context'
import { logSeldom } from '../log'
import { OverloadedError } from './errors'

/** So many calls may wait for each connection of the pool: behind more of them an answer would come too late. */
const waitingPerConnection = 10

/** Nobody would send a text again that is not taken; the limits of the webhook are in its signature. */
const isRefusable = (path: string) => /^\/api\/(?!webhooks\/)/i.test(path)

/** Refuses calls, before anything is done for them, while too many others wait for the database. */
export function refuseWhenOverloaded({ pool, log, metrics }: AppContext): RequestHandler {
  const most = waitingPerConnection * (pool.options.max ?? 1)
  return (req, _res, next) => {
    if (pool.waitingCount < most || !isRefusable(req.path)) return next()
    metrics.overloaded.inc()
    logSeldom(log, 'Calls are refused: too many wait for the database', { waiting: pool.waitingCount })
    throw new OverloadedError()
  }
}
