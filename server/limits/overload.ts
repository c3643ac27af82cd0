import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { MiB } from '@shared/endpoint'
import type { AppContext } from '../context'
import { logSeldom } from '../log'
import { OverloadedError } from '../http/errors'
import { hasBody } from '../http/request-body'

/**
 * How many requests may wait for each connection of the pool: behind more of them an answer would come too late. A sudden
 * queue may be long. One that lasts longer than `lastingMs` only grows, so it is kept short, and shorter for reads than for
 * writes, since words have to be kept.
 */
const waiting = { sudden: 10, lasting: { read: 5, write: 6 } }
const lastingMs = 500
/** One user may have ten requests under way, which alone are no long queue. */
const leastQueue = 10

/** How long the rest of a refused body may take: some clients read the answer only after it. */
const restMs = 60_000

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
export function refuseCalls(
  { pool, log, metrics }: Pick<AppContext, 'pool' | 'log' | 'metrics'>,
  serve: RequestListener,
): RequestListener {
  const queueOf = (each: number) => Math.max(each * (pool.options.max ?? 1), leastQueue)
  const longest = queueOf(waiting.sudden)
  const [forReads, forWrites] = [queueOf(waiting.lasting.read), queueOf(waiting.lasting.write)]
  let lastShort = 0

  function isTooLong(isRead: boolean) {
    const now = performance.now()
    if (pool.waitingCount < forReads) lastShort = now
    const isLasting = now - lastShort > lastingMs
    return pool.waitingCount >= (isLasting ? (isRead ? forReads : forWrites) : longest)
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

/** Refuses the others, with an answer like that to any other error. */
export const refuseWhenOverloaded: RequestHandler = (req, _res, next) => {
  if (refused.has(req)) throw new OverloadedError()
  next()
}
