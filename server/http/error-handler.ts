import type { ErrorRequestHandler } from 'express'
import type { AppContext } from '../context'
import { databaseError, isDeadlock, isOrphaned, isTimedOut } from '../db/db'
import { isDatabaseAway, logOutage } from '../db/outage'
import {
  AppError,
  DatabaseAwayError,
  DatabaseBusyError,
  OverloadedError,
  RetryLaterError,
  UnauthorizedError,
} from './errors'
import { noticePage, sendPage } from '../html/html-page'
import { quotaError } from '../limits/quota'
import { loggedPath } from './request-log'
import { ProviderError } from '../senders/provider-error'

/** The one place where an error becomes a status and a body. */
export function errorHandler({ log, metrics }: Pick<AppContext, 'log' | 'metrics'>): ErrorRequestHandler {
  // Express tells an error handler by its four parameters.
  return (thrown, req, res, _next) => {
    const error = asMeant(thrown)
    const isAway = error instanceof DatabaseAwayError
    if (isAway) logOutage(log, thrown)
    const request = { requestId: res.getHeader('x-request-id'), path: loggedPath(req.path) }
    if (error instanceof DatabaseBusyError)
      log.error(
        { ...request, err: thrown },
        'A statement took too long, or waited for another one in a circle',
      )
    if (res.headersSent) {
      if (!isAway && !(error instanceof UnauthorizedError))
        log.error({ ...request, err: error }, 'Request failed after the answer had begun')
      return void res.destroy()
    }
    const { status, ...body } = answerTo(error)
    if (error instanceof AppError && error.reason) metrics.refused.inc({ reason: error.reason })
    if (error instanceof RetryLaterError) res.set('Retry-After', String(error.retryAfterSeconds))
    else if (status >= 500 && !isMeant(error)) log.error({ ...request, err: error }, 'Request failed')
    if ((isAway || error instanceof OverloadedError) && req.accepts(['json', 'html']) === 'html')
      return sendPage(res, status, awayPage(body.message))
    res.status(status).json(body)
  }
}

/** `thrown`, or what a fault of the database means to the one who asked. */
export function asMeant(thrown: unknown): unknown {
  // A provider that cannot be reached has the codes of a database that cannot.
  const fault = isMeant(thrown) ? undefined : databaseFault(thrown)
  return quotaError(thrown) ?? deletedUserError(thrown) ?? fault ?? thrown
}

function databaseFault(error: unknown) {
  if (isDatabaseAway(error)) return new DatabaseAwayError()
  return isTimedOut(error) || isDeadlock(error) ? new DatabaseBusyError() : undefined
}

const awayPage = (text: string) =>
  noticePage({ heading: 'Lisa is away for a moment', text, action: 'Back to Lisa', href: '/', back: false })

/** The request log has the line of such an answer; a second one would let an open endpoint fill the log. */
const isMeant = (error: unknown) => error instanceof AppError || error instanceof ProviderError

type Answer = { status: number; message: string } & Record<string, unknown>

function answerTo(error: unknown): Answer {
  if (error instanceof AppError) return { ...error.body, status: error.status, message: error.message }
  if (error instanceof ProviderError) return { status: 502, message: error.message }
  // Malformed percent-encoding in the path: 404.
  if (error instanceof URIError) return { status: 404, message: 'Not found' }
  return requestFault(error) ?? { status: 500, message: 'Internal Server Error' }
}

/** The 4xx errors of Express. Their own text is not sent: it may name a file. */
function requestFault(error: unknown): Answer | undefined {
  const { status = 500, expose } = (error ?? {}) as { status?: number; expose?: boolean }
  if (!expose || status < 400 || status > 499) return undefined
  return { status, message: status === 404 ? 'Not found' : 'The request cannot be read' }
}

/** 401 if `error` says that the user of a row has been deleted since the request came in. */
function deletedUserError(error: unknown): UnauthorizedError | undefined {
  const isOfUser = databaseError(error)?.constraint?.endsWith('_users_id_fk')
  return isOrphaned(error) && isOfUser ? new UnauthorizedError() : undefined
}
