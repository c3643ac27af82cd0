import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Overrides } from '../context'
import { oidcSettings } from '../senders/identity-provider/settings'
import { createPool } from '../db/db'
import type { Env } from '../env'
import { createOidc } from '../senders/identity-provider/identity-provider'
import type { Log } from '../log'
import { createPush } from '../senders/push'
import { createVoiceProvider } from '../senders/voice-provider'
import { createIdentityProvider } from './identity-provider'
import { localRoutes } from './local-routes'
import { createOutbox } from './outbox'
import { startPostgres } from './postgres'
import { localSecrets, localVapidKeys } from './secrets'
import { startVoiceProvider } from './voice-provider/start'

type Local = { overrides: Overrides; stop: () => Promise<void> }

/** The PostgreSQL of the local mode allows 30 connections, tools included. */
const maxConnections = 20

/** Whom a push service could write to. Apple's takes no address of localhost. */
const vapidSubject = 'mailto:lisa@example.org'

type DatabaseOptions = Pick<Parameters<typeof startPostgres>[0], 'onCrash' | 'orShare'>

/** Starts the local PostgreSQL, unless DATABASE_URL is set. */
export async function startDatabase(env: Env, log: Log, options: DatabaseOptions) {
  if (env.databaseUrl) return undefined
  const dataDir = path.resolve(env.dataDir)
  const { url, stop } = await startPostgres({ dataDir, log: (line) => log.debug(line), ...options })
  const databasePoolMax = Math.min(env.databasePoolMax, maxConnections)
  return { pool: createPool({ databaseUrl: url, databasePoolMax, quota: env.quota }, log), stop }
}

/** Starts a real, working part for each group of settings that is absent (docs/decisions/0001 and 0002). */
export async function startLocal(env: Env, log: Log, options: DatabaseOptions): Promise<Local> {
  const dataDir = path.resolve(env.dataDir)
  const database = await startDatabase(env, log, options)
  try {
    const kept = env.sessionSecrets && env.jwtSecrets ? undefined : localSecrets(dataDir)
    const outbox = env.mail && env.twilio ? undefined : createOutbox(path.join(dataDir, 'outbox'))
    const signIn = env.oidc ? undefined : await localSignIn(env, log)
    const voice =
      env.realtime.isSetUp || !env.aiOn ? undefined : await startVoiceProvider(env.realtime.dialect)
    if (signIn || outbox) log.warn(whatIsOpen(env, { signIn, outbox }))
    const overrides: Overrides = {
      ...(database && { pool: database.pool }),
      ...(kept && {
        secrets: { session: env.sessionSecrets ?? [kept.session], jwt: env.jwtSecrets ?? [kept.jwt] },
      }),
      ...(!env.mail && { mailer: outbox?.mailer }),
      ...(!env.twilio && { sms: outbox?.sms, twilioAuthToken: randomBytes(32).toString('base64url') }),
      ...(!env.vapid && {
        push: createPush({
          ...localVapidKeys(dataDir),
          subject: vapidSubject,
          onThisMachine: !env.localOnNetwork,
        }),
      }),
      ...(signIn && { oidc: signIn.oidc }),
      ...(voice && {
        voiceProvider: createVoiceProvider(
          { ...env.realtime, ...voice, callsUrl: `${voice.baseUrl}/realtime/calls`, demo: true },
          log,
        ),
      }),
      localRoutes: localRoutes({ identityProvider: signIn?.identityProvider, outbox }),
    }
    const stop = async () => {
      await voice?.stop()
      await database?.stop()
    }
    return { overrides, stop }
  } catch (error) {
    await database?.stop()
    throw error
  }
}

function whatIsOpen({ localOnNetwork }: Env, { signIn, outbox }: Record<string, unknown>): string {
  const who = localOnNetwork
    ? 'LOCAL_ON_NETWORK=yes: anyone who reaches this server over the network'
    : 'Local mode: anyone on this machine'
  const what = [signIn && 'sign in as anyone', outbox && 'read the mails and texts it sends']
  return `${who} can ${what.filter(Boolean).join(' and ')}`
}

async function localSignIn(env: Env, log: Log) {
  const client = { clientId: 'lisa', clientSecret: randomBytes(32).toString('base64url') }
  const issuer = `${env.appUrl}/dev-idp`
  const settings = oidcSettings(env)
  const host = ['0.0.0.0', '::'].includes(env.host) ? '127.0.0.1' : env.host
  const internalOrigin = `http://${host.includes(':') ? `[${host}]` : host}:${env.port}`
  const identityProvider = await createIdentityProvider({
    issuer,
    ...client,
    redirectUri: settings.redirectUri,
    postLogoutRedirectUri: `${env.appUrl}/`,
    backchannelLogoutUri: `${env.appUrl}/api/backchannel-logout`,
    internalOrigin,
  })
  return {
    identityProvider,
    oidc: createOidc({ issuerUrl: issuer, ...client, ...settings, internalOrigin, log }),
  }
}
