import connectPgSimple from 'connect-pg-simple'
import cookieParser from 'cookie-parser'
import { type CookieOptions, type Request, type RequestHandler, type Response, Router } from 'express'
import session, { type SessionData } from 'express-session'
import passport from 'passport'
import type { AppContext } from '../../context'
import type { Env } from '../../env'
import { keysFor } from '../../secrets'
import { cookieName, cookieOptions } from './cookies'
import { lookUpFor } from './look-up'
import { liveSession, renewSession } from './sessions-repository'

declare module 'express-session' {
  interface SessionData {
    passport: { user: string }
    /** Sent back to the provider at sign-out (`id_token_hint`). */
    idToken: string
    /** The session at the provider (`sid`), where it names one. */
    providerSid?: string
    /** When the cookie and the row were last extended, in ms. */
    renewedAt: number
    /** In ms. */
    signedInAt: number
    /** When the user showed the provider who they are, in ms, and 0 where nobody knows: see `signedIn`. */
    authenticatedAt?: number
    browser: string | null
  }
}

declare global {
  namespace Express {
    interface User {
      /** What the session keeps beside the user's id when it begins. */
      session?: Pick<SessionData, 'signedInAt' | 'renewedAt'> & Partial<SessionData>
    }
  }
}

const day = 24 * 60 * 60 * 1000
const idleLimit = 7 * day
/** A session ends so long after sign-in, however often it is used. In ms. */
export const longestSession = 90 * day

export const sessionCookieName = (appUrl: string) => cookieName('lisa.sid', appUrl)
export const sessionCookie = (appUrl: string): CookieOptions => ({
  ...cookieOptions(appUrl),
  maxAge: idleLimit,
})

/**
 * Stores a session once, when it begins. express-session would store it again at the end of a request, which brings back
 * a row that a sign-out has deleted in the meantime.
 */
class SessionStore extends connectPgSimple(session) {
  private readonly stored = new WeakSet<SessionData>()

  override set(sid: string, data: SessionData, callback?: (error?: unknown) => void) {
    if (this.stored.has(data)) return callback?.()
    this.stored.add(data)
    super.set(sid, data, callback)
  }

  override createSession(req: Request, data: SessionData) {
    const loaded = super.createSession(req, data)
    this.stored.add(loaded)
    return loaded
  }
}

export function createSessionStore({ pool, log }: Pick<AppContext, 'pool' | 'log'>): session.Store {
  return new SessionStore({
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
  authenticator.serializeUser<string, Request>((req, user, done) => {
    Object.assign(req.session, user.session)
    done(null, user.id)
  })
  authenticator.deserializeUser<string>((id, done) => done(null, { id }))
  return Router().use(
    session({
      name: sessionCookieName(ctx.env.appUrl),
      secret: keysFor(ctx.secrets, 'sessions'),
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
 * Of several session cookies only one that we signed is left, for everything after this. Another host of the domain can
 * set one too where Lisa is served over http, and browsers send it first if its path is longer.
 */
export function oneSessionCookie({ env, secrets }: Pick<AppContext, 'env' | 'secrets'>): RequestHandler {
  const prefix = `${sessionCookieName(env.appUrl)}=`
  const keys = keysFor(secrets, 'sessions')
  const isSigned = (pair: string) => {
    const value = pair.slice(prefix.length).replaceAll(/%[0-7][0-9a-f]/gi, decodeURIComponent)
    return value.startsWith('s:') && Boolean(cookieParser.signedCookie(value, keys))
  }
  return (req, _res, next) => {
    const pairs = (req.headers.cookie ?? '').split(/; */)
    const candidates = pairs.filter((pair) => pair.startsWith(prefix))
    const signed = candidates.length > 1 && candidates.find(isSigned)
    if (signed)
      req.headers.cookie = [...pairs.filter((pair) => !candidates.includes(pair)), signed].join('; ')
    next()
  }
}

/** The id in the request's session cookie, if it is signed by us. */
export function sessionIdOf(req: Request, { appUrl }: Pick<Env, 'appUrl'>): string | undefined {
  const sid: unknown = req.signedCookies[sessionCookieName(appUrl)]
  return typeof sid === 'string' ? sid : undefined
}

/** Who is signed in, and when they showed that, in ms. */
type SignedIn = { userId: string; sid: string; authenticatedAt: number }
export type SessionUser = (req: Request, res: Response) => Promise<SignedIn | undefined>

/**
 * The user whose session the cookie names, by one prepared statement and no write. Once a day the row and the cookie are
 * extended: before anything else is done, and only a row that is still there.
 */
export function sessionUser({ db, env, now }: Pick<AppContext, 'db' | 'env' | 'now'>): SessionUser {
  return async (req, res) => {
    const sid = sessionIdOf(req, env)
    const session = sid ? await lookUpFor(req, () => liveSession(db, sid), sid) : undefined
    if (session?.isSignedOut) res.set('X-Lisa-Session', 'signed-out')
    // Cookie and row expire together, so a cookie without a row means that something else has ended the session.
    else if (sid && !session) res.set('X-Lisa-Session', 'ended')
    if (!sid || !session?.userId) return undefined
    const { userId, signedInAt, authenticatedAt, renewedAt } = session
    const time = now().getTime()
    const maxAge = Math.min(idleLimit, signedInAt + longestSession - time)
    if (maxAge <= 0) return undefined
    if (time - renewedAt >= day) {
      if (!(await renewSession(db, sid, { renewedAt: time, maxAge }))) return undefined
      res.cookie(sessionCookieName(env.appUrl), sid, { ...sessionCookie(env.appUrl), maxAge, signed: true })
    }
    return { userId, sid, authenticatedAt }
  }
}

/** Whether the request has a session cookie, valid or not. */
export function hasSessionCookie(req: Request, { appUrl }: Pick<Env, 'appUrl'>): boolean {
  const name = sessionCookieName(appUrl)
  return name in req.cookies || name in req.signedCookies
}
