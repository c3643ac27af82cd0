import connectPgSimple from 'connect-pg-simple'
import { unsign } from 'cookie-signature'
import { type CookieOptions, type Request, type RequestHandler, Router } from 'express'
import session from 'express-session'
import passport from 'passport'
import type { AppContext } from '../../context'
import { liveSession } from './sessions-repository'

declare module 'express-session' {
  interface SessionData {
    passport: { user: string }
    /** The provider wants it back at sign-out. */
    idToken: string
    /** When the cookie and the row were last prolonged, in ms. */
    renewedAt: number
  }
}

export const sessionCookieName = 'lisa.sid'
const day = 24 * 60 * 60 * 1000

export const sessionCookie = (appUrl: string): CookieOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: appUrl.startsWith('https:'),
  maxAge: 7 * day,
})

/** Expired rows are removed now and then, by a timer that keeps no process alive. */
export function createSessionStore({ pool, log }: Pick<AppContext, 'pool' | 'log'>): session.Store {
  const PgStore = connectPgSimple(session)
  return new PgStore({
    pool,
    tableName: 'sessions',
    createTableIfMissing: false,
    disableTouch: true,
    errorLog: (message: string, error: unknown) => log.warn({ err: error }, message),
  })
}

/** The whole session, for signing in and out. `req.user` is the id in it, whose row goes with its user. */
export function sessions(ctx: AppContext): Router {
  const authenticator = new passport.Authenticator()
  authenticator.serializeUser<string>((user, done) => done(null, user.id))
  authenticator.deserializeUser<string>((id, done) => done(null, { id }))
  return Router().use(
    session({
      name: sessionCookieName,
      secret: ctx.secrets.session,
      store: createSessionStore(ctx),
      cookie: sessionCookie(ctx.env.appUrl) as session.CookieOptions,
      resave: false,
      saveUninitialized: false,
      rolling: false,
    }),
    authenticator.session(),
  )
}

/**
 * Sets `req.user` for all other requests: one named statement, and nothing to write. Once a day the whole session is
 * opened and differs from its row, so express-session saves it and sends its cookie, with seven new days.
 */
export function signedInUser(ctx: AppContext, wholeSession: RequestHandler): RequestHandler {
  const renewed = Router().use(wholeSession, (req, _res, next) => {
    if (req.user) req.session.renewedAt = ctx.now().getTime()
    next()
  })
  return async (req, res, next) => {
    const sid = sessionIdOf(req, ctx.secrets.session)
    const session = sid ? await liveSession(ctx.db, sid) : undefined
    if (!session?.userId) return next()
    if (ctx.now().getTime() - session.renewedAt >= day) return renewed(req, res, next)
    req.user = { id: session.userId }
    next()
  }
}

/** Whether the browser has a session to show, valid or not. */
export const hasSessionCookie = (req: Request): boolean => sessionCookiePattern.test(req.headers.cookie ?? '')

/** Of the cookie that express-session signed: `s:`, the id, a dot, the signature. */
function sessionIdOf(req: Request, secret: string): string | undefined {
  const [, value = ''] = sessionCookiePattern.exec(req.headers.cookie ?? '') ?? []
  return (value.startsWith('s%3A') && unsign(decoded(value.slice(4)), secret)) || undefined
}

const sessionCookiePattern = new RegExp(`(?:^|;) *${sessionCookieName.replace('.', '\\.')}=([^;]*)`)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
