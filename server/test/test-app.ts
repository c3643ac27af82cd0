import { createHmac, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { Express, RequestHandler } from 'express'
import type { SessionData } from 'express-session'
import request from 'supertest'
import { afterAll } from 'vitest'
import { users } from '@shared/schema'
import type { Scope } from '@shared/scopes'
import { createApp } from '../app'
import { one } from '../http/errors'
import type { AppContext, Overrides } from '../context'
import { createContext } from '../create-context'
import { readEnv } from '../env'
import { createSessionStore, sessionCookie, sessionCookieName } from '../features/auth/sessions'
import { tokens } from '../features/auth/tokens'
import { tokensOf } from '../features/tokens/tokens-repository'
import { createLog } from '../log'
import { keysFor } from '../secrets'
import { localRoutes } from '../local/local-routes'
import { createOutbox } from '../local/outbox'
import { createTestDatabase } from './database'
import { readingWithin } from './reading'
import { testSettings } from './test-settings'

type Options = Overrides & {
  settings?: Record<string, string>
  identityProvider?: RequestHandler
  /** Where mails and texts go; false where none is shown, as in production. */
  isOutboxShown?: boolean
}

const contexts = new WeakMap<Express, AppContext>()

/** The whole server over a database of its own. Await it at the top of a test file: it cleans up after the last test. */
export async function createTestApp({
  settings,
  identityProvider,
  isOutboxShown = true,
  ...overrides
}: Options = {}) {
  const env = readEnv({ ...testSettings, ...settings })
  const database = await createTestDatabase(env.quota)
  const log = createLog('silent')
  const outboxFolder = path.join(tmpdir(), `lisa-outbox-${randomUUID()}`)
  const outbox = createOutbox(outboxFolder)
  const { mailer, sms } = outbox
  const ctx = await createContext(env, {
    log,
    pool: database.pool,
    mailer,
    sms,
    twilioAuthToken: 'an auth token that only tests know',
    localRoutes: localRoutes({ identityProvider, outbox: isOutboxShown ? outbox : undefined }),
    startReading: readingWithin(),
    ...overrides,
  })
  const app = createApp(ctx)
  contexts.set(app, ctx)
  afterAll(async () => {
    // A mail that nothing waits for may still be written: try again.
    await rm(outboxFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    await database.drop()
  })
  return { app, ctx, db: ctx.db, outbox }
}

/** A client with a real session cookie of `user`, whose requests look as if they came from a page of the app. */
export async function signIn(app: Express, user: { id: string }, session?: Partial<SessionData>) {
  const agent = request.agent(app)
  agent.jar.setCookie(`${await sessionCookieOf(app, user, session)}; path=/`, '127.0.0.1', '/')
  return agent.set('Origin', contextOf(app).env.appUrl)
}

/** Begins a session of `user`: the pair of name and value that a browser would send. */
export async function sessionCookieOf(
  app: Express,
  user: { id: string },
  session?: Partial<SessionData>,
): Promise<string> {
  const ctx = contextOf(app)
  const { maxAge = 0, ...cookie } = sessionCookie(ctx.env.appUrl)
  const sid = randomUUID()
  await saveSession(ctx, sid, {
    cookie: {
      ...cookie,
      originalMaxAge: maxAge,
      expires: new Date(Date.now() + maxAge),
    } as SessionData['cookie'],
    passport: { user: user.id },
    idToken: 'id-token',
    signedInAt: ctx.now().getTime(),
    authenticatedAt: ctx.now().getTime(),
    renewedAt: ctx.now().getTime(),
    browser: null,
    ...session,
  })
  const signature = createHmac('sha256', keysFor(ctx.secrets, 'sessions')[0])
    .update(sid)
    .digest('base64')
    .replace(/=+$/, '')
  return `${sessionCookieName(ctx.env.appUrl)}=${encodeURIComponent(`s:${sid}.${signature}`)}`
}

function contextOf(app: Express): AppContext {
  const ctx = contexts.get(app)
  if (!ctx) throw new Error('This needs an app of createTestApp')
  return ctx
}

/** A client that sends a bearer token of `user`, and neither a cookie nor where it comes from. */
export async function withToken(app: Express, user: { id: string }) {
  return request.agent(app).set('Authorization', `Bearer ${await tokenOf(app, user)}`)
}

/** A client that sends a token that `user` has made. */
export async function withNamedToken(app: Express, user: { id: string }, scopes: readonly Scope[]) {
  return request.agent(app).set('Authorization', `Bearer ${await namedTokenOf(app, user, scopes)}`)
}

/** A token as `user` makes it in Settings. */
export async function namedTokenOf(app: Express, user: { id: string }, scopes: readonly Scope[]) {
  const { db, now } = contextOf(app)
  const input = { name: 'A script', scopes: [...scopes], expiresInDays: 30 }
  return (await tokensOf(db, user.id).make(input, now(), [])).token
}

/** A token that works: `user` gets a password if there is none. */
export async function tokenOf(app: Express, { id }: { id: string }): Promise<string> {
  const ctx = contextOf(app)
  const password = sql`coalesce(${users.password}, 'hash')`
  const { tokenVersion } = users
  const rows = await ctx.db
    .update(users)
    .set({ password })
    .where(eq(users.id, id))
    .returning({ tokenVersion })
  return tokens(ctx).sign({ id, ...one(rows, 'User') })
}

function saveSession(ctx: AppContext, sid: string, session: SessionData): Promise<void> {
  return new Promise((resolve, reject) =>
    createSessionStore(ctx).set(sid, session, (error) => (error ? reject(error) : resolve())),
  )
}
