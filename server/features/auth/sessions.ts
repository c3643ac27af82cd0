import connectPgSimple from 'connect-pg-simple'
import { type CookieOptions, type Request, type RequestHandler, type Response, Router } from 'express'
import session from 'express-session'
import passport from 'passport'
import type { AppContext } from '../../context'
import { liveSession } from './sessions-repository'

declare module 'express-session' {
  interface SessionData {
    passport: { user: string }
    /** Sent back to the provider at sign-out (`id_token_hint`). */
    idToken: string
    /** When the cookie and the row were last extended, in ms. */
    renewedAt: number
    /** In ms. */
    signedInAt: number
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

/** The full express-session, for signing in and out. Sets `req.user` from the user id in it. */
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

/** Who is signed in, and since when, in ms. */
type SignedIn = { userId: string; signedInAt: number }
export type SessionUser = (req: Request, res: Response) => Promise<SignedIn | undefined>

/**
 * The user whose session the cookie names, by one prepared statement and no write. Once a day it loads the full session
 * and changes `renewedAt`, so that express-session saves it and sends a cookie for seven more days.
 */
export function sessionUser(ctx: AppContext, wholeSession: RequestHandler): SessionUser {
  async function renewed(req: Request, res: Response) {
    await new Promise<void>((resolve, reject) =>
      wholeSession(req, res, (error?: unknown) => (error ? reject(error as Error) : resolve())),
    )
    if (!req.user) return undefined
    req.session.renewedAt = ctx.now().getTime()
    return req.user.id
  }
  return async (req, res) => {
    const sid: unknown = req.signedCookies[sessionCookieName]
    const session = typeof sid === 'string' ? await liveSession(ctx.db, sid) : undefined
    if (!session?.userId) return undefined
    const isDue = ctx.now().getTime() - session.renewedAt >= day
    const userId = isDue ? await renewed(req, res) : session.userId
    return userId === undefined ? undefined : { userId, signedInAt: session.signedInAt }
  }
}

/** Whether the request has a session cookie, valid or not. */
export const hasSessionCookie = (req: Request): boolean =>
  sessionCookieName in req.cookies || sessionCookieName in req.signedCookies
