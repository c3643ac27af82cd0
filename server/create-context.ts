import type { AppContext, Overrides } from './context'
import { createPool, drizzleOn } from './db/db'
import type { Env } from './env'
import { startReading } from './features/import/start-reading'
import { storeSentTexts } from './features/messages/store-sent-texts'
import { refuseStoppedNumbers } from './features/phone-numbers/refuse-stopped-numbers'
import { createMetrics } from './http/metrics'
import { createOidc } from './senders/identity-provider/identity-provider'
import { oidcSettings } from './senders/identity-provider/settings'
import { createMailer } from './senders/mailer'
import { createPush } from './senders/push'
import { statusCallback } from './senders/status-callback'
import { createTextModel } from './senders/text-model'
import { createVoiceProvider } from './senders/voice-provider'

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
  if (env.production && env.privateAiHosts.length)
    log.warn({ hosts: env.privateAiHosts }, 'PRIVATE_AI_HOSTS: words may go to these hosts unencrypted')
  const { twilio, text, realtime } = env
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
    push: env.vapid && createPush({ ...env.vapid, onThisMachine: !env.production && !env.localOnNetwork }),
    twilioAuthToken: twilio?.authToken,
    textModel: text && createTextModel(text, env.replyLimitMs),
    voiceProvider: realtime.isSetUp ? createVoiceProvider(realtime, log) : undefined,
    startReading: () => startReading(log),
    ...overrides,
    ...(!env.aiOn && { textModel: undefined }),
    sms: sms && refuseStoppedNumbers(storeSentTexts(sms, { db, now, log }), { db, secrets }),
  }
}

/** A setting that env.ts requires in production, and that the local mode and the tests replace by an override. */
function present<T>(setting: T | undefined): T {
  if (setting === undefined) throw new Error('A required setting is neither set nor handed in')
  return setting
}
