import type { IncomingMessage, RequestListener } from 'node:http'
import type { RequestHandler } from 'express'
import { MiB } from '@shared/endpoint'
import type { AppContext } from '../context'
import { logSeldom } from '../log'
import { OverloadedError } from '../http/errors'
import { hasBody } from '../http/request-body'

/** How many requests may wait for each connection of the pool: behind more of them an answer would come too late. */
const waitingPerConnection = 10

/** API requests except sign-outs, and except incoming texts and logout tokens, which may not be sent again. */
const isRefusable = (path: string) => /^\/api\/(?!webhooks\/|backchannel-logout\b|logout(\?|$))/i.test(path)

const { message, retryAfterSeconds } = new OverloadedError()
const body = Buffer.from(JSON.stringify({ message }))
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': body.length,
  'Retry-After': retryAfterSeconds,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** Requests that Express has to refuse. */
const refused = new WeakSet<IncomingMessage>()

/**
 * Refuses requests while too many others wait for the database. The processor has to be left to those, so most are refused
 * before Express sees them, and have no line in the log of requests.
 */
export const refuseCalls =
  ({ pool, log, metrics, stopping }: AppContext, serve: RequestListener): RequestListener =>
  (req, res) => {
    const most = waitingPerConnection * (pool.options.max ?? 1)
    if (pool.waitingCount < most || !isRefusable(req.url ?? '')) return serve(req, res)
    metrics.overloaded.inc()
    logSeldom(log, 'Calls are refused: too many wait for the database', { waiting: pool.waitingCount })
    if (isSimple(req)) {
      if (stopping?.aborted) res.setHeader('Connection', 'close')
      return void res.writeHead(503, headers).end(body)
    }
    refused.add(req)
    serve(req, res)
  }

/** The refusal of a page is a page, and long bodies need care also when they are refused (unread-body.ts, slow-bodies.ts). */
const isSimple = (req: IncomingMessage) =>
  !req.headers.accept?.includes('text/html') &&
  (!hasBody(req) || Number(req.headers['content-length']) <= MiB)

/** Refuses the others, with an answer like that to any other error. */
export const refuseWhenOverloaded: RequestHandler = (req, _res, next) => {
  if (refused.has(req)) throw new OverloadedError()
  next()
}
