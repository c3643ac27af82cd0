import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import { signInEndpoints } from '@shared/auth'
import { recentMinutes } from '@shared/endpoint'
import type { AppContext } from '../../context'
import { deviceOf } from '../../http/device'
import { ConflictError, TooManyRequestsError } from '../../http/errors'
import { parseInput } from '../../http/parse-input'
import { fewAtOnce } from '../../limits/few-at-once'
import { sendPage } from '../../html/html-page'
import { endTalkOf } from '../voice/end-talks'
import { recordEvent } from './account-events-repository'
import { sendAccountMail } from './account-mails'
import { cookieOptions } from './cookies'
import { giveBackToNetwork, takeOfNetwork } from './guards'
import { lookUpFor } from './look-up'
import { longestBackOffMs } from '../../senders/identity-provider/discovery'
import { pendingSignIns } from './pending-sign-ins'
import { pathOfReferer, safeReturnTo } from './return-to'
import {
  hasSessionCookie,
  longestSession,
  sessionCookieName,
  sessionIdOf,
  type SessionUser,
} from './sessions'
import { liveSession, removeDevices, sessionsOf } from './sessions-repository'
import { SignInError } from '../../senders/identity-provider/sign-in-error'
import {
  emailTakenPage,
  expiredPage,
  misconfiguredPage,
  notInvitedPage,
  signOutPage,
  tooManyPage,
  tooWeakPage,
  unavailablePage,
} from './sign-in-pages'
import { maySignUp } from './sign-up'
import { signInUser } from './users-repository'

/** The window may have been opened by an assistant that waits for it (oauth-routes.ts); a redirect does not part them. */
const redirect = (res: Response, url: string) =>
  res.set('Cross-Origin-Opener-Policy', 'unsafe-none').redirect(url)

/** Today's entry, which reminders lead to; it exists for the signed-in only. */
const writePath = '/journal/new'

/** Sign-in, its callback and sign-out, all open. Browsers navigate here, so failures are HTML pages. */
export function signInRoutes(
  ctx: AppContext,
  wholeSession: RequestHandler,
  sessionUser: SessionUser,
): Router {
  const { db, env, now, oidc } = ctx
  const pending = pendingSignIns(ctx)
  const { 'GET /api/callback': callback, 'GET /api/open': link } = signInEndpoints.endpoints
  const { limit } = callback
  const networkLimits = {
    address: limit,
    site: { ...limit, name: `${limit.name} site`, limit: 3 * limit.limit },
  }
  const checkSecure = secureCheck(ctx)
  const router = Router()

  const wasSignedOutElsewhere = async (req: Request) => {
    const sid = sessionIdOf(req, env)
    const session = sid && (await lookUpFor(req, () => liveSession(db, sid), sid).catch(() => undefined))
    return Boolean(session && session.isSignedOut)
  }

  // A link preview sends HEAD, which must not start a sign-in or end a session.
  router.head(['/login', '/callback', '/logout'], (_req, res) => void res.end())

  router.use(['/callback', '/logout'], async (req, res, next) => {
    await lookUpFor(req, () => done((callback) => void wholeSession(req, res, callback)))
    next()
  })

  router.get('/login', async (req, res) => {
    checkSecure(req)
    const returnTo = safeReturnTo(
      req.query.returnTo ?? pathOfReferer(req.get('referer'), env.appUrl),
      env.appUrl,
    )
    res.locals.returnTo = returnTo
    const checks = oidc.newChecks()
    // A stranger may have the browser that was signed out, and its session at the provider is still alive.
    const isAnew = req.query.prompt === 'login' || (await wasSignedOutElsewhere(req))
    const url = await oidc.authorizationUrl(checks, isAnew ? signInAnew : anySignIn)
    pending.add(req, res, { ...checks, returnTo, isAnew })
    redirect(res, url)
  })

  const open = async (screen: string, req: Request, res: Response) =>
    res.redirect((await sessionUser(req, res)) ? screen : `/api/login?returnTo=${screen}`)
  router.get('/write', (req, res) => open(writePath, req, res))
  router.get('/open', (req, res) => open(parseInput(link.query, req.query).screen, req, res))

  router.get('/callback', async (req, res) => {
    const signIn = pending.take(req, res, req.query.state)
    if (!signIn) throw new SignInError('expired')
    res.locals.returnTo = signIn.returnTo
    // Only those that fail count: others are given back.
    await lookUpFor(req, () => takeOfNetwork(ctx, req, networkLimits))
    const { search } = new URL(req.originalUrl, env.appUrl)
    const { profile, idToken, providerSid, authenticatedAt, isTooWeak } = await oidc.signedIn(search, signIn)
    await giveBackToNetwork(ctx, req, networkLimits)
    if (isTooWeak) throw new SignInError('too weak')
    const mayJoin = maySignUp(env.signUp, profile.email)
    const user = await signInUser(db, profile, { now: now(), mayJoin }).catch(async (error: unknown) => {
      if (error instanceof ConflictError && profile.email)
        await recordEvent(ctx, req, 'sign-in-refused', { email: profile.email })
      throw error
    })
    if (!user) throw new SignInError('not invited')
    const { earlierEmail } = user
    // A thief who took over the account at the provider may have changed the address there, so the earlier one is told at once.
    if (earlierEmail && earlierEmail !== user.email)
      void sendAccountMail(ctx, 'email changed', { ...user, email: earlierEmail }, req)
    const signedInAt = now().getTime()
    const session = {
      idToken,
      providerSid,
      signedInAt,
      // A provider that says nothing may have asked nothing, unless it was told to ask.
      authenticatedAt: Math.min(authenticatedAt ?? (signIn.isAnew ? signedInAt : 0), signedInAt),
      renewedAt: signedInAt,
      browser: deviceOf(req.get('user-agent')),
    }
    const earlier = sessionIdOf(req, env)
    // passport replaces the session here, with a new id and none of the old data.
    await done((callback) => req.logIn({ id: user.id, session }, callback))
    if (earlier) await sessionsOf(db, user.id).takeDevicesOver(earlier, req.sessionID)
    const isFromElsewhere = await recordEvent(ctx, req, 'sign-in', { userId: user.id })
    // In the first minutes two windows may sign in at the same time.
    const isNewAccount = signedInAt - user.createdAt.getTime() < 15 * 60_000
    if (isFromElsewhere && !isNewAccount)
      void sendAccountMail(ctx, 'new sign-in', { ...user, email: earlierEmail ?? user.email }, req)
    redirect(res, signIn.returnTo)
  })

  router.get('/logout', async (req, res) => {
    // A browser that loads pages ahead, perhaps of a link that is never opened.
    if (/prefetch|prerender/.test(`${req.get('sec-purpose')} ${req.get('purpose')}`))
      return void res.status(204).end()
    // Signing out erases drafts, so any link that is not on a page of the app asks for confirmation first.
    if ((req.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin') return sendPage(res, 200, signOutPage)
    const { user } = req
    const { idToken } = req.session
    const sid = sessionIdOf(req, env)
    if (user)
      await fewAtOnce(`sign-out ${user.id}`, async () => {
        await sessionsOf(db, user.id).endOwn(req.sessionID)
        await done((callback) => req.session.destroy(callback))
        await endTalkOf(ctx, user.id)
        await recordEvent(ctx, req, 'sign-out', { userId: user.id })
      })
    // The session has expired, but its devices are still registered.
    else if (sid) await lookUpFor(req, () => removeDevices(db, [{ sid }]), sid)
    res
      .clearCookie(sessionCookieName(env.appUrl), cookieOptions(env.appUrl))
      .set('Clear-Site-Data', '"storage"')
    // A session that has ended elsewhere leaves its cookie; its browser is signed out at the provider all the same.
    const wasSignedIn = hasSessionCookie(req, env)
    res.redirect((wasSignedIn && (await oidc.endSessionUrl(idToken))) || '/')
  })

  router.use(failurePage(ctx))
  return router
}

// With `max_age` a provider has to say when the user signed in there (`auth_time`; OpenID Connect Core, 3.1.2.1). An
// ordinary sign-in may be as old there as a session can be here.
const anySignIn = { max_age: String(longestSession / 1_000) }
const signInAnew = { prompt: 'login', max_age: String(recentMinutes * 60) }

const failurePage =
  ({ metrics }: AppContext): ErrorRequestHandler =>
  (error, _req, res, next) => {
    const refused = (reason: string) => metrics.signInsRefused.inc({ reason })
    const again = `/api/login?${new URLSearchParams({ returnTo: res.locals.returnTo ?? '/' })}`
    // Without prompt=login the provider would sign in the same account again, without asking.
    if (error instanceof ConflictError) {
      refused('email taken')
      return sendPage(res, 409, emailTakenPage(`${again}&prompt=login`))
    }
    if (error instanceof TooManyRequestsError) {
      refused('too many')
      res.set('Retry-After', String(error.retryAfterSeconds))
      return sendPage(res, 429, tooManyPage(again))
    }
    if (!(error instanceof SignInError)) return next(error)
    refused(error.reason)
    if (error.reason === 'not invited') return sendPage(res, 403, notInvitedPage(`${again}&prompt=login`))
    if (error.reason === 'too weak') return sendPage(res, 403, tooWeakPage(`${again}&prompt=login`))
    if (error.reason === 'cancelled') return res.redirect('/')
    if (error.reason === 'expired') return sendPage(res, 400, expiredPage(again))
    if (error.reason === 'misconfigured') return sendPage(res, 503, misconfiguredPage(again))
    res.set('Retry-After', String(longestBackOffMs / 1000))
    sendPage(res, 503, unavailablePage(again))
  }

/** Warns once if requests seem to be http: express-session then silently omits its Secure cookie. */
function secureCheck({ env, log }: AppContext) {
  let warned = false
  return (req: Request) => {
    if (req.secure || warned || !env.appUrl.startsWith('https:')) return
    warned = true
    log.warn(
      'APP_URL is https, but requests arrive as http, so nobody can stay signed in: set TRUST_PROXY to the number of proxies in front of Lisa and let them send X-Forwarded-Proto',
    )
  }
}

function done(start: (callback: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())))
}
