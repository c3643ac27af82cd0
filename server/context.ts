import type { RequestHandler } from 'express'
import type pg from 'pg'
import { createPool, drizzleOn, type Db } from './db/db'
import type { Env } from './env'
import { createOidc, type Oidc } from './features/auth/oidc'
import { type Reading, startReading } from './features/import/start-reading'
import { storeSentTexts } from './features/messages/store-sent-texts'
import { refuseStoppedNumbers } from './features/phone-numbers/refuse-stopped-numbers'
import { createMetrics, type Metrics } from './http/metrics'
import type { Log } from './log'
import type { Secrets } from './secrets'
import { createMailer, type Mailer } from './senders/mailer'
import type { Sms } from './senders/sms'
import { statusCallback } from './senders/status-callback'
import type { TextModel } from './senders/text-model'
import { createVoiceProvider, type VoiceProvider } from './senders/voice-provider'

/** Everything a request handler may touch, built once. What is undefined is not set up. */
export type AppContext = {
  env: Env
  log: Log
  now: () => Date
  pool: pg.Pool
  db: Db
  oidc: Oidc
  secrets: Secrets
  metrics: Metrics
  mailer?: Mailer
  sms?: Sms
  /** Signs the webhooks for texts. */
  twilioAuthToken?: string
  /** Writes Lisa's texts and the daily summaries. */
  textModel?: TextModel
  voiceProvider?: VoiceProvider
  /** Starts to read one upload. */
  startReading: () => Reading
  /** Aborted once the process is to end. */
  stopping?: AbortSignal
  /** What only the local mode serves. */
  localRoutes?: (ctx: AppContext) => RequestHandler
}

/** `env` and `db` are not among them: `db` is made from the pool. */
export type Overrides = Partial<Omit<AppContext, 'env' | 'db'>>

/**
 * Builds what the settings name; the local mode and the tests hand in the rest. No connection is opened yet: the pool
 * and the identity provider are reached at first use.
 */
export async function createContext(
  env: Env,
  overrides: Pick<AppContext, 'log'> & Overrides,
): Promise<AppContext> {
  const { log, now = () => new Date(), pool = createPool(env, log) } = overrides
  const db = drizzleOn(pool)
  const { twilio, openaiApiKey: apiKey, openaiBaseUrl: baseUrl, textModel: model } = env
  const sms =
    overrides.sms ??
    // Loading Twilio's package takes long.
    (twilio &&
      (await import('./senders/sms')).createSms({
        ...twilio,
        apiBaseUrl: env.twilioApiBaseUrl,
        statusCallback: statusCallback(env.appUrl),
      }))
  const secrets = overrides.secrets ?? {
    session: present(env.sessionSecrets),
    jwt: present(env.jwtSecrets),
  }
  return {
    env,
    now,
    pool,
    db,
    oidc:
      overrides.oidc ??
      createOidc({ ...present(env.oidc), ...oidcSettings(env), acrValues: env.oidcAcrValues, log }),
    secrets,
    metrics: createMetrics(pool),
    mailer: env.mail && createMailer(env.mail),
    twilioAuthToken: twilio?.authToken,
    textModel:
      apiKey && model
        ? (await import('./senders/text-model')).createTextModel({ apiKey, baseUrl, model })
        : undefined,
    voiceProvider: apiKey ? createVoiceProvider({ ...env.realtime, baseUrl, apiKey }, log) : undefined,
    startReading: () => startReading(log),
    ...overrides,
    sms: sms && refuseStoppedNumbers(storeSentTexts(sms, { db, now, log }), { db, secrets }),
  }
}

/** The sign-in settings that are the same for every identity provider. */
export const oidcSettings = ({ oidcScopes, appUrl, requireVerifiedEmail }: Env) => ({
  scopes: oidcScopes,
  requireVerifiedEmail,
  redirectUri: `${appUrl}/api/callback`,
})

/** A setting that env.ts requires in production, and that the local mode and the tests replace by an override. */
function present<T>(setting: T | undefined): T {
  if (setting === undefined) throw new Error('A required setting is neither set nor handed in')
  return setting
}
