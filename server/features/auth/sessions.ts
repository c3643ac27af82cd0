import connectPgSimple from 'connect-pg-simple'
import type { CookieOptions, RequestHandler } from 'express'
import session from 'express-session'
import passport from 'passport'
import type { AppContext } from '../../context'

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

/** One statement a request that carries a cookie: `req.user` is the id in the session, whose row goes with its user. */
export function sessions(ctx: AppContext): RequestHandler[] {
  const authenticator = new passport.Authenticator()
  authenticator.serializeUser<string>((user, done) => done(null, user.id))
  authenticator.deserializeUser<string>((id, done) => done(null, { id }))
  return [
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
    renewDaily(ctx.now),
  ]
}

/** A session that differs from its row is saved, and its cookie sent, with seven new days. */
function renewDaily(now: AppContext['now']): RequestHandler {
  return (req, _res, next) => {
    const time = now().getTime()
    if (req.user && time - (req.session.renewedAt ?? 0) >= day) req.session.renewedAt = time
    next()
  }
}
