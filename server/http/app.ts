import { randomUUID } from 'node:crypto'
import compression from 'compression'
import express, { type Express, type RequestHandler } from 'express'
import type { AppContext } from '../context'
import { errorHandler } from './error-handler'
import { accountRoutes } from '../features/auth/account-routes'
import { requireSameOrigin, requireUser } from '../features/auth/guards'
import { sessions, signedInUser } from '../features/auth/sessions'
import { signInRoutes } from '../features/auth/sign-in-routes'
import { loginRoutes, tokenUserRoutes } from '../features/auth/token-routes'
import { requireToken } from '../features/auth/tokens'
import { analyticsRoutes } from '../features/analytics/analytics-routes'
import { goalListRoutes, goalsRoutes } from '../features/goals/goals-routes'
import { journalListRoutes, journalRoutes } from '../features/journal/journal-routes'
import { smsWebhookRoutes } from '../features/messages/sms-webhook-routes'
import { remindersRoutes } from '../features/reminders/reminders-routes'
import { testRoutes } from '../features/reminders/send-test-routes'
import { unsubscribeRoutes } from '../features/reminders/unsubscribe-routes'
import { summariesRoutes } from '../features/summaries/summaries-routes'
import { voiceRoutes } from '../features/voice/voice-routes'
import { healthRoutes } from './health-routes'
import { jsonBody } from './json-body'
import { openApiRoutes } from './openapi/openapi-routes'
import { securityHeaders } from './security-headers'

/** The whole server but for the page itself (spa.ts). Closed by default: what stands before `requireUser` is open. */
export function createApp(ctx: AppContext, page: RequestHandler[] = []): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', ctx.env.trustProxy)
  app.set('query parser', 'simple')
  // Answers are private and `no-store`: a validator would be computed for nobody.
  app.set('etag', false)

  app.use(requestLog(ctx), securityHeaders(ctx.env, ctx.voiceKeys), healthRoutes(ctx))
  if (ctx.localRoutes) app.use(ctx.localRoutes(ctx))

  app.get(longAnswers, compression({ threshold: '8kb' }))
  app.use(
    '/api',
    noStore,
    unsubscribeRoutes(ctx),
    smsWebhookRoutes(ctx),
    openApiRoutes(ctx),
    loginRoutes(ctx),
  )
  app.use(
    '/api/jwt',
    requireToken(ctx),
    jsonBody,
    tokenUserRoutes(ctx),
    goalListRoutes(ctx),
    journalListRoutes(ctx),
    notFound,
  )
  const wholeSession = sessions(ctx)
  app.use('/api', signInRoutes(ctx, wholeSession))
  app.use('/api', signedInUser(ctx, wholeSession), requireUser, requireSameOrigin(ctx.env.appUrl), jsonBody)
  app.use(
    '/api',
    accountRoutes(ctx),
    goalsRoutes(ctx),
    journalRoutes(ctx),
    analyticsRoutes(ctx),
    remindersRoutes(ctx),
    testRoutes(ctx),
    summariesRoutes(ctx),
    voiceRoutes(ctx),
  )
  app.use('/api', notFound)

  if (page.length) app.use(page)
  app.use(errorHandler(ctx.log))
  return app
}

/** Compression wraps every answer it is mounted on, the small ones too, so it is mounted on few. */
const longAnswers = [
  '/api/goals',
  '/api/journal-entries',
  '/api/jwt/goals',
  '/api/jwt/journal-entries',
  '/api/openapi.json',
]

const notFound: RequestHandler = (_req, res) => void res.status(404).json({ message: 'Not found' })

const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store')
  next()
}

/** One line a request, with an id that the caller gets too. Never a query, a header or a body: they may hold secrets. */
function requestLog({ log, env }: AppContext): RequestHandler {
  return (req, res, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    res.set('X-Request-Id', requestId)
    res.on('close', () => {
      const line = {
        requestId,
        method: req.method,
        path: req.originalUrl.replace(/\?.*/s, ''),
        status: res.statusCode,
        ms: Math.round(performance.now() - started),
        ...(res.writableFinished ? {} : { aborted: true }),
      }
      if (env.production) log.info(line, 'Request')
      else log.debug(line, 'Request')
    })
    next()
  }
}
