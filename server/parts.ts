import path from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Parts } from './context'
import type { Env } from './env'
import { keepHandOvers } from './features/reminders/hand-overs'
import { localSecrets } from './local/secrets'
import { startPostgres } from './local/postgres'
import type { Log } from './log'
import { createMailer } from './senders/mailer'
import { statusCallback } from './senders/status-callback'
import { createVoiceKeys } from './senders/voice-provider'

/**
 * What the settings name, and in local mode a real working part for each group of settings that is absent
 * (docs/decisions/0001 and 0002). Parts of the local mode are imported only when used: production need not have them.
 */
export async function assembleParts(env: Env, log: Log): Promise<Parts & { stop(): Promise<void> }> {
  const dataDir = path.resolve(env.dataDir)
  const database = env.databaseUrl
    ? { url: env.databaseUrl, stop: async () => {} }
    : await startPostgres({
        dataDir,
        log: (line) => (line.includes('ended by itself') ? log.error(line) : log.debug(line)),
      })
  try {
    const secrets =
      env.sessionSecret && env.jwtSecret
        ? { session: env.sessionSecret, jwt: env.jwtSecret }
        : {
            ...localSecrets(dataDir),
            ...(env.sessionSecret && { session: env.sessionSecret }),
            ...(env.jwtSecret && { jwt: env.jwtSecret }),
          }
    const signIn = await signInParts(env, log)
    const voice = await voiceParts(env)
    const stop = async () => {
      await voice.stop()
      await database.stop()
    }
    const outbound = await outboundParts(env, dataDir)
    const textModel = await textModelOf(env)
    return {
      log,
      databaseUrl: database.url,
      secrets,
      handOvers: keepHandOvers(path.join(dataDir, 'hand-overs'), (error) =>
        log.warn({ err: error }, 'What is handed over cannot be noted in DATA_DIR'),
      ),
      ...signIn,
      ...outbound,
      textModel,
      voiceKeys: voice.voiceKeys,
      stop,
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function outboundParts(
  env: Env,
  dataDir: string,
): Promise<Pick<Parts, 'mailer' | 'sms' | 'twilioAuthToken' | 'outbox'>> {
  const { mail, twilio, twilioApiBaseUrl: apiBaseUrl } = env
  const isOutboxNeeded = !env.production && !(mail && twilio)
  const outbox = isOutboxNeeded
    ? (await import('./local/outbox')).createOutbox(path.join(dataDir, 'outbox'))
    : undefined
  return {
    mailer: mail ? createMailer(mail) : outbox?.mailer,
    // Twilio's package takes long to load.
    sms: twilio
      ? (await import('./senders/sms')).createSms({
          ...twilio,
          apiBaseUrl,
          statusCallback: statusCallback(env.appUrl),
        })
      : outbox?.sms,
    twilioAuthToken:
      twilio?.authToken ?? (env.production ? undefined : randomBytes(32).toString('base64url')),
    outbox,
  }
}

async function textModelOf({ openaiApiKey: apiKey, openaiBaseUrl: baseUrl, textModel: model }: Env) {
  if (!apiKey || !model) return undefined
  return (await import('./senders/text-model')).createTextModel({ apiKey, baseUrl, model })
}

async function voiceParts(env: Env): Promise<Pick<Parts, 'voiceKeys'> & { stop(): Promise<void> }> {
  const { realtime, openaiBaseUrl: baseUrl, openaiApiKey: apiKey } = env
  const stop = async () => {}
  if (apiKey) return { voiceKeys: createVoiceKeys({ ...realtime, baseUrl, apiKey }), stop }
  if (env.production) return { stop }

  const { startVoiceProvider } = await import('./local/voice-provider/start')
  const standIn = await startVoiceProvider()
  if (!standIn) return { stop }
  const callsUrl = `${standIn.baseUrl}/realtime/calls`
  return {
    voiceKeys: createVoiceKeys({ ...realtime, ...standIn, callsUrl, demo: true }),
    stop: standIn.stop,
  }
}

async function signInParts(env: Env, log: Log): Promise<Pick<Parts, 'oidc' | 'identityProvider'>> {
  const common = { scopes: env.oidcScopes, redirectUri: `${env.appUrl}/api/callback`, log }
  if (env.oidc) return { oidc: { ...env.oidc, ...common } }

  const client = { clientId: 'lisa', clientSecret: randomBytes(32).toString('base64url') }
  const issuer = `${env.appUrl}/dev-idp`
  const { createIdentityProvider } = await import('./local/identity-provider')
  const identityProvider = await createIdentityProvider({
    issuer,
    ...client,
    redirectUri: common.redirectUri,
    postLogoutRedirectUri: `${env.appUrl}/`,
  })
  log.warn('No OIDC_ISSUER_URL is set: anyone who reaches this server can sign in as anyone')
  const host = ['0.0.0.0', '::'].includes(env.host) ? '127.0.0.1' : env.host
  return {
    oidc: {
      issuerUrl: issuer,
      ...client,
      ...common,
      internalOrigin: `http://${host.includes(':') ? `[${host}]` : host}:${env.port}`,
    },
    identityProvider,
  }
}
