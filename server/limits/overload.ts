import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { MiB } from '@shared/endpoint'
import type { AppContext } from '../context'
import { logSeldom } from '../log'
import { OverloadedError } from '../http/errors'
import { hasBody } from '../http/request-body'

/**
 * How many requests may wait for each connection of the pool: behind more of them an answer would come too late. What comes at
 * once may wait in a long line. One that is still there after `standingMs` only grows, so it is kept short, and shorter for
 * requests that read than for those that write: words have to be kept.
 */
const waiting = { atOnce: 10, standing: { read: 5, write: 6 } }
const standingMs = 500
/** One user has ten requests under way, which alone make no long line. */
const leastLine = 10

/** How long a client that only reads the answer once it has sent its body may take for the rest of it. */
const restMs = 60_000

/** API requests except sign-outs, and texts and logout tokens that come in, which may not be sent again. */
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

/** Requests that Express is to refuse. */
const refused = new WeakSet<IncomingMessage>()

/**
 * Refuses requests while too many others wait for the database. The processor has to be left to those, so most are refused
 * before Express sees them, and have no line in the log of requests.
 */
export function refuseCalls(
  { pool, log, metrics }: Pick<AppContext, 'pool' | 'log' | 'metrics'>,
  serve: RequestListener,
): RequestListener {
  const lineOf = (each: number) => Math.max(each * (pool.options.max ?? 1), leastLine)
  const longest = lineOf(waiting.atOnce)
  const [forReads, forWrites] = [lineOf(waiting.standing.read), lineOf(waiting.standing.write)]
  let lastShort = 0

  function isTooLong(isRead: boolean) {
    const now = performance.now()
    if (pool.waitingCount < forReads) lastShort = now
    const isStanding = now - lastShort > standingMs
    return pool.waitingCount >= (isStanding ? (isRead ? forReads : forWrites) : longest)
  }

  return (req, res) => {
    if (!isRefusable(req.url ?? '') || !isTooLong(req.method === 'GET' || req.method === 'HEAD'))
      return serve(req, res)
    metrics.overloaded.inc()
    logSeldom(log, 'Calls are refused: too many wait for the database', { waiting: pool.waitingCount })
    if (isSimple(req)) return refuse(req, res)
    refused.add(req)
    serve(req, res)
  }
}

/** The refusal of a page is a page, and long bodies need care also when they are refused (unread-body.ts, slow-bodies.ts). */
const isSimple = (req: IncomingMessage) =>
  !req.headers.accept?.includes('text/html') &&
  (!hasBody(req) || Number(req.headers['content-length']) <= MiB)

function refuse(req: IncomingMessage, res: ServerResponse) {
  res.writeHead(503, headers).end(body, () => {
    if (!req.complete) setTimeout(() => req.complete || req.destroy(), restMs).unref()
  })
}

/** Refuses the others, and says so as every error is told. */
export const refuseWhenOverloaded: RequestHandler = (req, _res, next) => {
  if (refused.has(req)) throw new OverloadedError()
  next()
}
