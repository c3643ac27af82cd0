import cookieParser from 'cookie-parser'
import express, { type Express, type RequestHandler } from 'express'
import type { AppContext } from './context'
import { aiRoutes } from './features/ai/ai-routes'
import { analyticsRoutes } from './features/analytics/analytics-routes'
import { accountDeletionRoutes } from './features/auth/account-deletion-routes'
import { accountRoutes } from './features/auth/account-routes'
import { accountSessionsRoutes } from './features/auth/account-sessions-routes'
import { backchannelLogoutRoutes } from './features/auth/backchannel-logout-routes'
import { guards } from './features/auth/guards'
import { loginRoutes } from './features/auth/login-routes'
import { oauthRoutes } from './features/auth/oauth/oauth-routes'
import { oneSessionCookie, sessionCookieName, sessions, sessionUser } from './features/auth/sessions'
import { signInRoutes } from './features/auth/sign-in-routes'
import { tellingOfWrites } from './features/auth/token-uses'
import { calendarRoutes } from './features/calendar/calendar-routes'
import { exportRoutes } from './features/export/export-routes'
import { goalsRoutes } from './features/goals/goals-routes'
import { importRoutes } from './features/import/import-routes'
import { journalRoutes } from './features/journal/journal-routes'
import { mailWebhookRoutes } from './features/mail-in/mail-webhook-routes'
import { smsWebhookRoutes } from './features/messages/sms-webhook-routes'
import { assistantGuard } from './features/mcp/assistant-guard'
import { mcpRoutes } from './features/mcp/mcp-routes'
import { phoneNumbersRoutes } from './features/phone-numbers/phone-numbers-routes'
import { proposalsRoutes } from './features/proposals/proposals-routes'
import { pushRoutes } from './features/reminders/push-routes'
import { remindersRoutes } from './features/reminders/reminders-routes'
import { unsubscribeRoutes } from './features/reminders/unsubscribe-routes'
import { reviewRoutes } from './features/review/review-routes'
import { summariesRoutes } from './features/summaries/summaries-routes'
import { talksRoutes } from './features/summaries/talks-routes'
import { todayRoutes } from './features/today/today-routes'
import { tokensRoutes } from './features/tokens/tokens-routes'
import { versionsRoutes } from './features/versions/versions-routes'
import { voiceRoutes } from './features/voice/voice-routes'
import { keysFor } from './secrets'
import { errorHandler } from './http/error-handler'
import { NotFoundError } from './http/errors'
import { healthRoutes } from './http/health-routes'
import { declared, lookUp } from './http/look-up'
import { openApiRoutes } from './http/openapi/openapi-routes'
import { refuseOtherMethod } from './http/other-method'
import { refuseWhenOverloaded } from './limits/overload'
import { requestLog } from './http/request-log'
import { securityHeaders } from './http/security-headers'
import { securityTxt } from './html/security-txt'
import { callsInside, routeTable, type Guards } from './http/serve'
import { cutSlowBodies } from './limits/slow-bodies'
import { endUnreadUploads } from './limits/unread-body'

const served = [
  loginRoutes,
  backchannelLogoutRoutes,
  accountRoutes,
  accountSessionsRoutes,
  accountDeletionRoutes,
  tokensRoutes,
  goalsRoutes,
  journalRoutes,
  todayRoutes,
  reviewRoutes,
  analyticsRoutes,
  remindersRoutes,
  pushRoutes,
  phoneNumbersRoutes,
  summariesRoutes,
  voiceRoutes,
  exportRoutes,
  talksRoutes,
  aiRoutes,
  importRoutes,
  versionsRoutes,
  proposalsRoutes,
  calendarRoutes,
]

/** `spa` serves the client (spa.ts); without it there is only the API. */
export function createApp(ctx: AppContext, spa: RequestHandler[] = []): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', ctx.env.trustProxy)
  app.set('query parser', 'simple')
  // Answers are `no-store`, so an ETag would have no use.
  app.set('etag', false)

  const wholeSession = sessions(ctx)
  const userOf = sessionUser(ctx)
  const ordinary = guards(ctx, userOf)
  const doors: Guards = { ...ordinary, assistant: assistantGuard(ctx, ordinary.token) }
  const routes = served.flatMap((routes) => routes(ctx)).map(tellingOfWrites(ctx))

  app.use(
    requestLog(ctx),
    closeWhenStopping(ctx),
    endUnreadUploads(),
    cutSlowBodies(),
    securityHeaders(ctx.env),
    refuseWhenOverloaded,
    oneSessionCookie(ctx),
    cookieParser(keysFor(ctx.secrets, 'sessions')),
    textCookies,
  )
  app.use(healthRoutes(ctx))
  if (ctx.localRoutes) app.use(ctx.localRoutes(ctx))
  app.use(securityTxt(ctx))
  // Closed by default: a declared endpoint needs a session, or a token, unless it says that it is open.
  app.use(routeTable(ctx, doors, [...routes, ...mcpRoutes(callsInside(ctx, routes))(ctx)]))
  // Open to clients, which nobody has let in yet; its page asks the user of the session.
  app.use(oauthRoutes(ctx, userOf))
  // Open: webhooks and unsubscribe links check a signature. Unknown paths come last.
  app.use(
    '/api',
    noStore,
    otherMethods(doors),
    unsubscribeRoutes(ctx),
    smsWebhookRoutes(ctx),
    mailWebhookRoutes(ctx),
    openApiRoutes(ctx, sessionCookieName(ctx.env.appUrl)),
    signInRoutes(ctx, wholeSession, userOf),
    notFound(doors),
  )
  if (spa.length) app.use(spa)
  app.use(errorHandler(ctx))
  return app
}

/** Refuses what no declaration of the path has, after its door; OPTIONS is told what there is. */
function otherMethods(doors: Guards): RequestHandler {
  const find = lookUp(declared)
  return async (req, res, next) => {
    const methods = find(req.baseUrl + req.path)?.methods
    if (!methods || methods.has(req.method === 'HEAD' ? 'GET' : req.method)) return next()
    for (const door of new Set([...methods.values()].map(({ door }) => door))) await doors[door](req, res)
    refuseOtherMethod(req, res, methods.keys())
  }
}

/** An unknown path is 401 for the signed-out, as a known one is, so that they cannot tell which paths there are. */
const notFound =
  ({ session, token }: Guards): RequestHandler =>
  async (req, res) => {
    const guard = /^\/jwt(\/|$)/i.test(req.path) ? token : session
    await guard(req, res)
    throw new NotFoundError()
  }

/** Removes cookies that cookie-parser has read as JSON (`j:…`): express-session throws on one that is not a string. */
const textCookies: RequestHandler = (req, _res, next) => {
  for (const [name, value] of Object.entries(req.cookies))
    if (typeof value !== 'string') delete req.cookies[name]
  next()
}

const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store')
  next()
}

/** So that the next request over this connection goes to another instance. */
const closeWhenStopping =
  ({ stopping }: AppContext): RequestHandler =>
  (_req, res, next) => {
    if (stopping?.aborted) res.set('Connection', 'close')
    next()
  }
