import type { RequestHandler } from 'express'
import type pg from 'pg'
import { createPool, drizzleOn, type Db } from './db/db'
import type { Env } from './env'
import { createOidc, type Oidc } from './features/auth/oidc'
import { keepingTexts } from './features/messages/store-sent-texts'
import type { HandOvers } from './features/reminders/hand-overs'
import type { Log } from './log'
import type { Mailer } from './senders/mailer'
import type { Outbox } from './local/outbox'
import type { Sms } from './senders/sms'
import type { TextModel } from './senders/text-model'
import type { VoiceKeys } from './senders/voice-provider'

/** Everything a request handler may touch, built once. */
export type AppContext = {
  env: Env
  log: Log
  now: () => Date
  pool: pg.Pool
  db: Db
  oidc: Oidc
  secrets: Secrets
  /** The development identity provider, mounted at /dev-idp; only in local mode without an `OIDC_ISSUER_URL`. */
  identityProvider?: RequestHandler
  /** Absent where nothing that was handed over is noted on this machine. */
  handOvers?: HandOvers
  /** Absent where e-mail is not set up. */
  mailer?: Mailer
  /** Absent where text messages are not set up. */
  sms?: Sms
  /** Signs the webhooks for texts; one of our own in local mode. Absent where text messages are not set up. */
  twilioAuthToken?: string
  /** Absent where no model writes Lisa's texts and the daily summaries. */
  textModel?: TextModel
  /** Where mails and texts go that are not set up; only in local mode. */
  outbox?: Outbox
  /** Absent where voice is not set up. */
  voiceKeys?: VoiceKeys
}

export type Secrets = { session: string; jwt: string }

/** What the context is made of beside the settings. */
export type Parts = Pick<
  AppContext,
  | 'log'
  | 'secrets'
  | 'identityProvider'
  | 'handOvers'
  | 'mailer'
  | 'sms'
  | 'twilioAuthToken'
  | 'textModel'
  | 'outbox'
  | 'voiceKeys'
> & {
  databaseUrl: string
  oidc: Parameters<typeof createOidc>[0]
}

/** Opens no connection yet: the pool and the identity provider are reached at first use. */
export function createContext(env: Env, parts: Parts, overrides: Partial<AppContext> = {}): AppContext {
  // The PostgreSQL of the local mode allows 30 connections, tools included.
  const poolMax = env.databaseUrl ? env.databasePoolMax : Math.min(env.databasePoolMax, 20)
  const pool = overrides.pool ?? createPool(parts.databaseUrl, poolMax, parts.log)
  const ctx: AppContext = {
    env,
    log: parts.log,
    now: () => new Date(),
    pool,
    db: drizzleOn(pool),
    oidc: createOidc(parts.oidc),
    secrets: parts.secrets,
    identityProvider: parts.identityProvider,
    handOvers: parts.handOvers,
    mailer: parts.mailer,
    sms: parts.sms,
    twilioAuthToken: parts.twilioAuthToken,
    textModel: parts.textModel,
    outbox: parts.outbox,
    voiceKeys: parts.voiceKeys,
    ...overrides,
  }
  return ctx.sms ? { ...ctx, sms: keepingTexts(ctx.sms, ctx) } : ctx
}
