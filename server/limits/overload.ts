import type { IncomingMessage, RequestListener } from 'node:http'
import type { RequestHandler } from 'express'
import type { AppContext } from '../context'
import { logSeldom } from '../log'
import { OverloadedError } from '../http/errors'
import { hasBody } from '../http/request-body'

/** How many requests may wait for each connection of the pool: behind more of them an answer would come too late. */
const waitingPerConnection = 10

/** API requests except texts and logout tokens that come in: they are signed, and may not be sent again. */
const isRefusable = (path: string) => /^\/api\/(?!webhooks\/|backchannel-logout\b)/i.test(path)

const { message, retryAfterSeconds } = new OverloadedError()
const body = Buffer.from(JSON.stringify({ message }))
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': body.length,
  'Retry-After': retryAfterSeconds,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** Whether too many requests wait for the database; counts the request as refused then. */
function isOverloaded(req: IncomingMessage, { pool, log, metrics }: AppContext): boolean {
  const most = waitingPerConnection * (pool.options.max ?? 1)
  if (pool.waitingCount < most || !isRefusable(req.url ?? '')) return false
  metrics.overloaded.inc()
  logSeldom(log, 'Calls are refused: too many wait for the database', { waiting: pool.waitingCount })
  return true
}

/**
 * Refuses requests while too many others wait for the database. The processor has to be left to those, so most are refused
 * before Express sees them, and have no line in the log of requests.
 */
export const refuseCalls =
  (ctx: AppContext, serve: RequestListener): RequestListener =>
  (req, res) =>
    isSimple(req) && isOverloaded(req, ctx) ? void res.writeHead(503, headers).end(body) : serve(req, res)

/** The refusal of a page is a page, and bodies need care also when they are refused (unread-body.ts, slow-bodies.ts). */
const isSimple = (req: IncomingMessage) => !req.headers.accept?.includes('text/html') && !hasBody(req)

/** Refuses the others, and says so as every error is told. */
export const refuseWhenOverloaded =
  (ctx: AppContext): RequestHandler =>
  (req, _res, next) => {
    if (isOverloaded(req, ctx)) throw new OverloadedError()
    next()
  }
