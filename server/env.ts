import { hostname } from 'node:os'
import { defaultVoiceModel } from '@shared/voice-model'
import { z } from 'zod'
import { countryOf } from './e164'
import { localFaults, productionFaults } from './mode-faults'
import { fileOf, withSecretFiles } from './secret-files'
import {
  address,
  countries,
  daysKept,
  databaseUrl,
  clientHosts,
  hosts,
  httpUrl,
  imapUrl,
  isKeyPair,
  mailInAddress,
  names,
  oneLine,
  people,
  proxies,
  secrets,
  secureUnlessLoopback,
  smtpUrl,
  vapidKey,
  vapidSubject,
  wholeNumber,
  words,
  yesOrNo,
} from './setting-types'
import { together } from './together'

/** Settings that cannot be used: every fault, each with the name of its variable. */
export class EnvFaults extends Error {
  constructor(readonly faults: string[]) {
    super(faults.join('\n'))
    this.name = 'EnvFaults'
  }
}

const variables = z.object({
  NODE_ENV: z
    .enum(
      ['production', 'development', 'test'],
      'must be production, or for the local mode empty, development or test',
    )
    .optional(),
  PORT: wholeNumber(1, 65535).default(3000),
  HOST: z.string().optional(),
  APP_URL: httpUrl
    .refine(
      (text) => (URL.parse(text)?.pathname ?? '/') === '/' && !/[?#]/.test(text),
      'must be an origin without a path',
    )
    .transform((text) => new URL(text).origin)
    .optional(),
  LOCAL_ON_NETWORK: yesOrNo,
  TRUST_PROXY: proxies.default(0),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_MAX: wholeNumber(1, 1000).default(10),
  SESSION_SECRET: secrets.optional(),
  JWT_SECRET: secrets.optional(),
  OIDC_ISSUER_URL: address('an http or https address', 'http:', 'https:')
    .refine(secureUnlessLoopback, 'must be an https address (http is accepted on a loopback host only)')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SCOPES: z.string().default('openid email profile'),
  OIDC_ACR_VALUES: words.optional(),
  OIDC_REQUIRE_VERIFIED_EMAIL: yesOrNo,
  SIGN_UP: people.default('everyone'),
  QUOTA_ENTRIES: wholeNumber(1, 1_000_000).default(50_000),
  QUOTA_GOALS: wholeNumber(1, 1_000_000).default(5_000),
  QUOTA_MEGABYTES: wholeNumber(1, 1_000_000).default(250),
  KEEP_DELIVERIES_DAYS: daysKept.default(400),
  KEEP_TEXTS_DAYS: daysKept.default(400),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z.string().includes('@', 'must hold an email address').optional(),
  MAIL_IN: mailInAddress.optional(),
  MAIL_IN_IMAP_URL: imapUrl.optional(),
  MAIL_IN_SECRET: secrets.optional(),
  TWILIO_ACCOUNT_SID: z.string().startsWith('AC', 'must start with AC').optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_API_BASE_URL: httpUrl.optional(),
  SMS_COUNTRIES: countries.optional(),
  SMS_PER_DAY: wholeNumber(1, 1_000_000).default(1_000),
  VAPID_PUBLIC_KEY: vapidKey(65).optional(),
  VAPID_PRIVATE_KEY: vapidKey(32).optional(),
  VAPID_SUBJECT: vapidSubject.optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: httpUrl.default('https://api.openai.com/v1'),
  AI: z.enum(['on', 'off'], 'must be on or off').default('on'),
  PRIVATE_AI_HOSTS: hosts.default([]),
  REALTIME_BASE_URL: httpUrl.optional(),
  REALTIME_API_KEY: z.string().optional(),
  REALTIME_DIALECT: z.enum(['openai', 'json', 'sdp'], 'must be openai, json or sdp').default('openai'),
  REALTIME_CALLS_URL: httpUrl.optional(),
  REALTIME_MODEL: z.string().default(defaultVoiceModel),
  REALTIME_MODEL_FALLBACKS: names.default(['gpt-realtime-2.1', 'gpt-realtime-2']),
  REALTIME_VOICE: z.string().optional(),
  TRANSCRIPTION_MODEL: z.string().default('gpt-4o-mini-transcribe'),
  TRANSCRIPTION_MODEL_FALLBACKS: names.default(['gpt-transcribe', 'gpt-live-transcribe']),
  TRANSCRIPTION_LANGUAGE: z
    .string()
    .regex(/^[a-z]{2,3}$/, 'must be the code of a language, such as de')
    .optional(),
  VOICE_MINUTES_PER_TALK: wholeNumber(1, 60).default(15),
  VOICE_MINUTES_PER_DAY: wholeNumber(1, 24 * 60).default(30),
  VOICE_TOKENS_PER_TALK: wholeNumber(1, 1_000_000_000).default(200_000),
  TEXT_BASE_URL: httpUrl.optional(),
  TEXT_API_KEY: z.string().optional(),
  TEXT_MODEL: z.string().optional(),
  TEXT_TIMEOUT_S: wholeNumber(1, 13).default(8),
  SAFETY_CONTACT: oneLine(100).optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  INSTANCE: z.string().default(hostname),
  REMINDERS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  HEARTBEAT_URL: httpUrl.optional(),
  METRICS_PORT: wholeNumber(1, 65535).optional(),
  TOKENS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  MCP: z.enum(['on', 'off'], 'must be on or off').default('on'),
  OAUTH_CLIENT_HOSTS: clientHosts.default([]),
})
type Variables = z.infer<typeof variables>
export type VariableName = keyof Variables
export const variableNames = Object.keys(variables.shape) as VariableName[]

/** Settings that make sense only together: all of a group is set, or none of it. */
const groups = {
  'sign-in': ['OIDC_ISSUER_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  email: ['SMTP_URL', 'MAIL_FROM'],
  'text message': ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  notification: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'],
} as const satisfies Record<string, readonly VariableName[]>

const requiredInProduction = [
  'APP_URL',
  'DATABASE_URL',
  ...groups['sign-in'],
  'SESSION_SECRET',
  'JWT_SECRET',
] as const satisfies readonly VariableName[]

export type Env = ReturnType<typeof readEnv>

/**
 * Reads the settings out of `environment` and the files of secrets that it names (an empty setting counts as absent), and
 * returns them grouped and typed. Throws {@link EnvFaults} with all that is wrong at once.
 */
export function readEnv(environment: Record<string, string | undefined>) {
  const { source, faults } = withSecretFiles(environment)
  const given = Object.fromEntries(
    variableNames.flatMap((name) => (source[name]?.trim() ? [[name, source[name].trim()]] : [])),
  ) as Partial<Record<VariableName, string>>
  // The one setting for which empty means something else than absent: it turns transcription off.
  const transcriptionOff = source.TRANSCRIPTION_MODEL?.trim() === ''

  const production = given.NODE_ENV === 'production'
  const parsed = variables.safeParse(given)
  for (const { path, message } of parsed.error?.issues ?? []) faults.push(`${path.join('.')} ${message}`)
  const isAbsent = (name: VariableName) => !given[name] && !fileOf(source, name)
  const missing = new Set<VariableName>(production ? requiredInProduction.filter(isAbsent) : [])
  for (const name of missing) faults.push(`${name} is required in production`)
  for (const [title, names] of Object.entries(groups)) {
    const absent = names.filter(isAbsent)
    if (absent.length === names.length) continue
    for (const name of absent)
      if (!missing.has(name))
        faults.push(`${name} is missing: the ${title} settings go together (${names.join(', ')})`)
  }
  const isMailReceived = !isAbsent('MAIL_IN_IMAP_URL') || !isAbsent('MAIL_IN_SECRET')
  if (given.MAIL_IN && !isMailReceived)
    faults.push('MAIL_IN_IMAP_URL or MAIL_IN_SECRET is missing: mail to MAIL_IN comes in by one of them')
  if (!given.MAIL_IN && isMailReceived)
    faults.push('MAIL_IN is missing: it is the address of the mail that comes in')
  if (production && given.MAIL_IN && isAbsent('SMTP_URL'))
    faults.push('SMTP_URL is missing: MAIL_IN is for answers to the mails that are sent through it')
  const ownCountry = given.TWILIO_FROM && countryOf(given.TWILIO_FROM)
  if (given.TWILIO_FROM && !ownCountry && !given.SMS_COUNTRIES)
    faults.push(
      'SMS_COUNTRIES is missing: TWILIO_FROM is no number of a country that texts could go to by default',
    )
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = given
  const areKeysWritten = publicKey && privateKey && !faults.some((fault) => /^VAPID_\w+_KEY /.test(fault))
  if (areKeysWritten && !isKeyPair(publicKey, privateKey))
    faults.push('VAPID_PRIVATE_KEY does not belong to VAPID_PUBLIC_KEY: take both from one pair')
  if (production) faults.push(...productionFaults(given))
  else if (!faults.some((fault) => fault.startsWith('NODE_ENV '))) faults.push(...localFaults(given))
  if (!parsed.success || faults.length) throw new EnvFaults(faults)

  const v = parsed.data
  // A server of one's own may need no key, so an address is enough.
  const isOneGiven = (...names: VariableName[]) => names.some((name) => given[name])
  const forBoth = ['OPENAI_API_KEY', 'OPENAI_BASE_URL'] as const
  const realtimeBaseUrl = v.REALTIME_BASE_URL ?? v.OPENAI_BASE_URL
  return {
    production,
    /** `npm run dev`: the client is served by Vite from its sources. */
    devServer: v.NODE_ENV === 'development',
    port: v.PORT,
    host: v.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    appUrl: v.APP_URL ?? `http://localhost:${v.PORT}`,
    localOnNetwork: v.LOCAL_ON_NETWORK,
    trustProxy: v.TRUST_PROXY,
    dataDir: v.DATA_DIR,
    databaseUrl: v.DATABASE_URL,
    databasePoolMax: v.DATABASE_POOL_MAX,
    /** Newest first. */
    sessionSecrets: v.SESSION_SECRET,
    jwtSecrets: v.JWT_SECRET,
    oidc: together({
      issuerUrl: v.OIDC_ISSUER_URL,
      clientId: v.OIDC_CLIENT_ID,
      clientSecret: v.OIDC_CLIENT_SECRET,
    }),
    oidcScopes: v.OIDC_SCOPES,
    oidcAcrValues: v.OIDC_ACR_VALUES,
    requireVerifiedEmail: v.OIDC_REQUIRE_VERIFIED_EMAIL,
    /** In lower case where it is a list. */
    signUp: v.SIGN_UP,
    quota: { entries: v.QUOTA_ENTRIES, goals: v.QUOTA_GOALS, megabytes: v.QUOTA_MEGABYTES },
    /** 0: for ever. */
    daysKept: { deliveries: v.KEEP_DELIVERIES_DAYS, texts: v.KEEP_TEXTS_DAYS },
    mail: together({ smtpUrl: v.SMTP_URL, from: v.MAIL_FROM }),
    mailIn: v.MAIL_IN
      ? { address: v.MAIL_IN, imapUrl: v.MAIL_IN_IMAP_URL, secrets: v.MAIL_IN_SECRET }
      : undefined,
    twilio: together({
      accountSid: v.TWILIO_ACCOUNT_SID,
      authToken: v.TWILIO_AUTH_TOKEN,
      from: v.TWILIO_FROM,
    }),
    twilioApiBaseUrl: v.TWILIO_API_BASE_URL,
    vapid: together({
      publicKey: v.VAPID_PUBLIC_KEY,
      privateKey: v.VAPID_PRIVATE_KEY,
      subject: v.VAPID_SUBJECT,
    }),
    sms: {
      /** Where codes go; everywhere if undefined. */
      countries: v.SMS_COUNTRIES ?? (ownCountry ? [ownCountry] : undefined),
      perDay: v.SMS_PER_DAY,
    },
    /** False: no model is asked, whatever is set up. */
    aiOn: v.AI === 'on',
    privateAiHosts: v.PRIVATE_AI_HOSTS,
    realtime: {
      isSetUp: isOneGiven('REALTIME_API_KEY', 'REALTIME_BASE_URL', ...forBoth),
      baseUrl: realtimeBaseUrl,
      apiKey: v.REALTIME_API_KEY ?? v.OPENAI_API_KEY,
      callsUrl: v.REALTIME_CALLS_URL ?? `${realtimeBaseUrl}/realtime/calls`,
      dialect: v.REALTIME_DIALECT,
      model: v.REALTIME_MODEL,
      modelFallbacks: v.REALTIME_MODEL_FALLBACKS,
      voice: v.REALTIME_VOICE,
      transcriptionModel: transcriptionOff ? undefined : v.TRANSCRIPTION_MODEL,
      transcriptionModelFallbacks: v.TRANSCRIPTION_MODEL_FALLBACKS,
      transcriptionLanguage: v.TRANSCRIPTION_LANGUAGE,
    },
    voiceMinutes: { perTalk: v.VOICE_MINUTES_PER_TALK, perDay: v.VOICE_MINUTES_PER_DAY },
    voiceTokensPerTalk: v.VOICE_TOKENS_PER_TALK,
    text:
      v.TEXT_MODEL && isOneGiven('TEXT_API_KEY', 'TEXT_BASE_URL', ...forBoth)
        ? {
            baseUrl: v.TEXT_BASE_URL ?? v.OPENAI_BASE_URL,
            apiKey: v.TEXT_API_KEY ?? v.OPENAI_API_KEY,
            model: v.TEXT_MODEL,
          }
        : undefined,
    /** For the text model's reply, before the plain one goes. */
    replyLimitMs: v.TEXT_TIMEOUT_S * 1_000,
    /** Whom the operator names to a person in danger, beside the lines of the country. */
    safetyContact: v.SAFETY_CONTACT,
    logLevel: v.LOG_LEVEL,
    instance: v.INSTANCE,
    remindersOn: v.REMINDERS === 'on',
    heartbeatUrl: v.HEARTBEAT_URL,
    metricsPort: v.METRICS_PORT,
    tokensOn: v.TOKENS === 'on',
    mcpOn: v.MCP === 'on',
    /** Where an assistant may send a user back to, besides their own device. */
    oauthClientHosts: v.OAUTH_CLIENT_HOSTS,
  }
}
