import type { RequestHandler } from 'express'
import type pg from 'pg'
import type { Db } from './db/db'
import type { Env } from './env'
import type { Reading } from './features/import/start-reading'
import type { Metrics } from './http/metrics'
import type { Log } from './log'
import type { Secrets } from './secrets'
import type { Oidc } from './senders/identity-provider/identity-provider'
import type { Mailer } from './senders/mailer'
import type { Push } from './senders/push'
import type { Sms } from './senders/sms'
import type { TextModel } from './senders/text-model'
import type { VoiceProvider } from './senders/voice-provider'

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
  push?: Push
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
