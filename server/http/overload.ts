import type { IncomingMessage, RequestListener } from 'node:http'
import type { RequestHandler } from 'express'
import type { AppContext } from '../context'
import { logSeldom } from '../log'
import { OverloadedError } from './errors'

/** How many requests may wait for each connection of the pool: behind more of them an answer would come too late. */
const waitingPerConnection = 10

/** API requests except webhooks: a refused text would be lost, and the webhook accepts only signed requests. */
const isRefusable = (path: string) => /^\/api\/(?!webhooks\/)/i.test(path)

const { message, retryAfterSeconds } = new OverloadedError()
const body = Buffer.from(JSON.stringify({ message }))
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': body.length,
  'Retry-After': retryAfterSeconds,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** A page asks like this; its refusal is a page too. */
const isPage = ({ headers }: IncomingMessage) => Boolean(headers.accept?.includes('text/html'))

/** Whether too many requests wait for the database; counts the request as refused then. */
function isOverloaded(req: IncomingMessage, { pool, log, metrics }: AppContext): boolean {
  const most = waitingPerConnection * (pool.options.max ?? 1)
  if (pool.waitingCount < most || !isRefusable(req.url ?? '')) return false
  metrics.overloaded.inc()
  logSeldom(log, 'Calls are refused: too many wait for the database', { waiting: pool.waitingCount })
  return true
}

/**
 * Refuses calls while too many others wait for the database. The processor has to be left to those, so it is done before
 * Express sees a call, and a refused one has no line in the log of requests.
 */
export const refuseCalls =
  (ctx: AppContext, serve: RequestListener): RequestListener =>
  (req, res) =>
    !isPage(req) && isOverloaded(req, ctx) ? void res.writeHead(503, headers).end(body) : serve(req, res)

/** The same for pages under `/api`, such as those of signing in. */
export const refusePages =
  (ctx: AppContext): RequestHandler =>
  (req, _res, next) => {
    if (isPage(req) && isOverloaded(req, ctx)) throw new OverloadedError()
    next()
  }
