import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { AppContext } from '../context'
import { declared, lookUp } from './look-up'

const probes = ['/healthz', '/readyz']

/** The route of all requests that match no endpoint: screens, files, and paths that do not exist. */
const otherRoute = 'other'

/**
 * Logs and counts each request, with a request id that the caller gets too. Never a query, a header or a body: they may hold
 * secrets.
 */
export function requestLog({ log, env, metrics }: AppContext): RequestHandler {
  const find = lookUp([...probes.map((path) => ({ path: `GET ${path}` })), ...declared])
  return (req, res, next) => {
    const started = performance.now()
    const requestId = givenId(req.headers['x-request-id']) ?? randomUUID()
    res.set('X-Request-Id', requestId)
    res.on('close', () => {
      // Of a long body that was refused, the rest is waited for after the answer.
      const { answeredAt }: { answeredAt?: number } = res.locals
      const isAnswered = res.writableFinished || answeredAt !== undefined
      const ms = (answeredAt ?? performance.now()) - started
      const path = req.originalUrl.replace(/\?.*/s, '')
      const route = find(path)?.methods.get(req.method === 'HEAD' ? 'GET' : req.method)?.path ?? otherRoute
      metrics.requests.inc({ route, status: isAnswered ? res.statusCode : 'aborted' })
      metrics.requestSeconds.observe({ route }, ms / 1_000)
      if (probes.includes(path)) return
      const line = {
        requestId,
        traceId: traceIdOf(req.headers.traceparent),
        method: req.method,
        path: loggedPath(path),
        status: res.statusCode,
        ms: Math.round(ms),
        ...(isAnswered ? {} : { aborted: true }),
      }
      if (env.production) log.info(line, 'Request')
      else log.debug(line, 'Request')
    })
    next()
  }
}

/** A path has up to 32 kB, which would fill a disk with lines; and that of a calendar is a secret. */
export function loggedPath(path: string): string {
  const shown = path.replace(/(\/api\/+calendar\/).*/is, '$1…')
  return shown.length > 300 ? `${shown.slice(0, 300)}…` : shown
}

/** The request id from a proxy. Only a UUID or other hexadecimal digits, so that no words get into the log. */
const givenId = (header: string | string[] | undefined) =>
  typeof header === 'string' && /^[\da-f][\da-f-]{6,62}[\da-f]$/i.test(header) ? header : undefined

/** W3C Trace Context: version, trace, span and flags; neither the version ff nor a trace of zeros is valid. */
const traceIdOf = (header: string | string[] | undefined) =>
  typeof header === 'string'
    ? /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.exec(header)?.[1]
    : undefined
