import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readEnv, variableNames } from './env'
import { root } from './root'
import { secretNames } from './secret-files'
import { faultsOf, otherSecret, secret } from './test/env-faults'
import { testVapid } from './test/test-settings'

describe('local mode', () => {
  test('needs nothing', () => {
    expect(readEnv({})).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      appUrl: 'http://localhost:3000',
      dataDir: './data',
      databasePoolMax: 10,
      databaseUrl: undefined,
      oidc: undefined,
      oidcScopes: 'openid email profile',
      mail: undefined,
      twilio: undefined,
      vapid: undefined,
      sms: { countries: undefined, perDay: 1_000 },
      aiOn: true,
      text: undefined,
      realtime: {
        isSetUp: false,
        baseUrl: 'https://api.openai.com/v1',
        callsUrl: 'https://api.openai.com/v1/realtime/calls',
        dialect: 'openai',
        model: 'gpt-realtime',
        modelFallbacks: ['gpt-realtime-2.1', 'gpt-realtime-2'],
        transcriptionModel: 'gpt-4o-mini-transcribe',
        transcriptionModelFallbacks: ['gpt-transcribe', 'gpt-live-transcribe'],
      },
      voiceMinutes: { perTalk: 15, perDay: 30 },
      voiceTokensPerTalk: 200_000,
      logLevel: 'info',
      remindersOn: true,
      localOnNetwork: false,
      requireVerifiedEmail: false,
      quota: { entries: 50_000, goals: 5_000, megabytes: 250 },
      daysKept: { deliveries: 400, texts: 400 },
    })
  })

  test('derives its address from the port', () => {
    expect(readEnv({ PORT: '4000' }).appUrl).toBe('http://localhost:4000')
  })

  test('takes an empty setting for an absent one, but for the transcription model, which it turns off', () => {
    expect(readEnv({ PORT: '', APP_URL: '  ', LOG_LEVEL: '' })).toMatchObject({
      port: 3000,
      logLevel: 'info',
    })
    expect(readEnv({ TRANSCRIPTION_MODEL: '' }).realtime.transcriptionModel).toBeUndefined()
  })

  test('refuses half a group, naming what is missing', () => {
    expect(faultsOf({ SMTP_URL: 'smtp://localhost', OIDC_CLIENT_ID: 'lisa' })).toEqual([
      expect.stringMatching(/^OIDC_ISSUER_URL is missing/),
      expect.stringMatching(/^OIDC_CLIENT_SECRET is missing/),
      expect.stringMatching(/^MAIL_FROM is missing/),
    ])
  })

  test('takes the keys of one pair for notifications, and no others', () => {
    const { publicKey, privateKey, subject } = testVapid
    const settings = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject }
    expect(readEnv(settings).vapid).toEqual(testVapid)
    const fault = 'VAPID_PRIVATE_KEY does not belong to VAPID_PUBLIC_KEY: take both from one pair'
    for (const other of [`A${privateKey.slice(1)}`, '_'.repeat(43)])
      expect(faultsOf({ ...settings, VAPID_PRIVATE_KEY: other })).toEqual([fault])
    const both = { ...settings, VAPID_PRIVATE_KEY: '_'.repeat(43), VAPID_SUBJECT: 'lisa' }
    expect(faultsOf(both)).toContain(fault)
  })

  test('reads mail at an address with room for a token, by a mailbox or a webhook', () => {
    const mailIn = { MAIL_IN: 'Reply@in.example.org' }
    const ways = { MAIL_IN_IMAP_URL: 'imaps://a:b@imap.example.org', MAIL_IN_SECRET: secret }
    expect(readEnv({ ...mailIn, ...ways }).mailIn).toEqual({
      address: 'reply@in.example.org',
      imapUrl: ways.MAIL_IN_IMAP_URL,
      secrets: [secret],
    })
    expect(faultsOf(mailIn)).toEqual([
      expect.stringMatching(/^MAIL_IN_IMAP_URL or MAIL_IN_SECRET is missing/),
    ])
    expect(faultsOf({ MAIL_IN_SECRET: secret })).toEqual([expect.stringMatching(/^MAIL_IN is missing/)])
    for (const MAIL_IN of ['reply', 'reply+a@in.example.org', 'sixteen.letters.@in.example.org'])
      expect(faultsOf({ MAIL_IN, MAIL_IN_SECRET: secret })).toEqual([expect.stringMatching(/^MAIL_IN must/)])
    expect(faultsOf({ ...mailIn, MAIL_IN_SECRET: 'short' })).toEqual([
      'MAIL_IN_SECRET must be at least 32 characters long',
    ])
    for (const part of ['https://a:b@', 'imaps://', 'imaps://a@', 'imaps://:b@', 'imaps://a:50%off@'])
      expect(faultsOf({ ...mailIn, MAIL_IN_IMAP_URL: `${part}imap.example.org` })).toEqual([
        expect.stringMatching(/^MAIL_IN_IMAP_URL must be .* with user and password/),
      ])
  })

  test('sends codes to the country of TWILIO_FROM unless SMS_COUNTRIES says otherwise', () => {
    const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token' }
    const countriesOf = (settings: object) => readEnv({ ...twilio, ...settings }).sms.countries
    expect(countriesOf({ TWILIO_FROM: '+447400123456' })).toEqual(['GB'])
    expect(countriesOf({ TWILIO_FROM: '+447400123456', SMS_COUNTRIES: 'ie, gb' })).toEqual(['IE', 'GB'])
    expect(countriesOf({ TWILIO_FROM: '12345', SMS_COUNTRIES: 'US' })).toEqual(['US'])
    expect(faultsOf({ ...twilio, TWILIO_FROM: '12345' })).toEqual([
      expect.stringMatching(/^SMS_COUNTRIES is missing/),
    ])
    expect(faultsOf({ SMS_COUNTRIES: 'GB,UK' })).toEqual([
      'SMS_COUNTRIES must be a list of ISO 3166 codes of countries, such as GB,IE, not UK',
    ])
  })

  test('takes a contact for people in danger on one line of at most 100 characters', () => {
    expect(readEnv({}).safetyContact).toBeUndefined()
    const contact = `Campus care: 555 0100 ${'é'.repeat(78)}`
    expect(readEnv({ SAFETY_CONTACT: contact }).safetyContact).toBe(contact)
    expect(faultsOf({ SAFETY_CONTACT: `${contact}é` })).toEqual([
      'SAFETY_CONTACT must be one line of at most 100 characters',
    ])
  })

  test('stays on this machine unless LOCAL_ON_NETWORK says otherwise', () => {
    for (const host of ['localhost', '127.0.0.1', '127.0.0.2', '::1'])
      expect(readEnv({ HOST: host, APP_URL: 'http://127.0.0.1:8080' }).host).toBe(host)
    const network = { HOST: '0.0.0.0', APP_URL: 'https://lisa.example.org' }
    expect(faultsOf(network)).toEqual([
      expect.stringMatching(/^HOST must be a loopback address .* LOCAL_ON_NETWORK=yes/),
      expect.stringMatching(/^APP_URL must be on a loopback host .* LOCAL_ON_NETWORK=yes/),
    ])
    for (const host of ['::', '192.168.1.5', '127.0.0.1.example.org', 'localhost.example.org'])
      expect(faultsOf({ HOST: host })).toHaveLength(1)
    expect(readEnv({ ...network, LOCAL_ON_NETWORK: 'yes' })).toMatchObject({
      localOnNetwork: true,
      host: '0.0.0.0',
    })
  })

  test.each([
    ['NODE_ENV', 'Production'],
    ['NODE_ENV', 'prod'],
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['SESSION_SECRET', `${secret}, short`],
    ['SIGN_UP', ','],
    ['QUOTA_ENTRIES', '0'],
    ['VOICE_MINUTES_PER_TALK', '61'],
    ['VOICE_MINUTES_PER_DAY', '0'],
    ['VOICE_TOKENS_PER_TALK', '0'],
    ['LOCAL_ON_NETWORK', 'true'],
    ['OIDC_REQUIRE_VERIFIED_EMAIL', 'on'],
    ['APP_URL', 'lisa.example.org'],
    ['APP_URL', 'https://lisa.example.org/app'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['KEEP_DELIVERIES_DAYS', '6'],
    ['KEEP_TEXTS_DAYS', '-1'],
    ['SAFETY_CONTACT', 'Call us\non campus'],
    ['SAFETY_CONTACT', 'x'.repeat(101)],
    ['LOG_LEVEL', 'loud'],
    ['REMINDERS', 'yes'],
    ['SESSION_SECRET', 'short'],
    ['JWT_SECRET', `${secret},short`],
    ['OPENAI_BASE_URL', 'ftp://models'],
    ['TEXT_BASE_URL', 'ollama:11434'],
    ['TEXT_TIMEOUT_S', '8s'],
    ['TEXT_TIMEOUT_S', '61'],
    ['AI', 'no'],
    ['PRIVATE_AI_HOSTS', 'http://ollama:11434'],
    ['VAPID_PUBLIC_KEY', `${testVapid.publicKey}=`],
    ['VAPID_PRIVATE_KEY', 'short'],
    ['VAPID_SUBJECT', 'lisa@example.org'],
    ['VAPID_SUBJECT', 'mailto:'],
    ['VAPID_SUBJECT', 'mailto:lisa@localhost'],
    ['VAPID_SUBJECT', 'https://localhost'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })[0]).toMatch(new RegExp(`^${name} must `))
  })
})

describe('the models', () => {
  const text = { TEXT_MODEL: 'small' }
  const both = { OPENAI_API_KEY: 'sk', ...text }

  test('of one provider have its address and its key', () => {
    expect(readEnv(both)).toMatchObject({
      text: { baseUrl: 'https://api.openai.com/v1', apiKey: 'sk', model: 'small' },
      replyLimitMs: 8_000,
      realtime: { isSetUp: true, baseUrl: 'https://api.openai.com/v1', apiKey: 'sk' },
    })
    expect(readEnv({ ...text, OPENAI_BASE_URL: 'http://both/v1' })).toMatchObject({
      text: { baseUrl: 'http://both/v1', apiKey: undefined },
      realtime: { isSetUp: true, callsUrl: 'http://both/v1/realtime/calls' },
    })
  })

  test('may each have a server of its own', () => {
    const own = {
      TEXT_BASE_URL: 'http://ollama:11434/v1/',
      TEXT_API_KEY: 'text',
      TEXT_TIMEOUT_S: '12',
      REALTIME_BASE_URL: 'http://voice/v1',
      REALTIME_API_KEY: 'voice',
    }
    expect(readEnv({ ...both, ...own })).toMatchObject({
      text: { baseUrl: 'http://ollama:11434/v1', apiKey: 'text' },
      replyLimitMs: 12_000,
      realtime: { baseUrl: 'http://voice/v1', apiKey: 'voice', callsUrl: 'http://voice/v1/realtime/calls' },
    })
  })

  test.each([
    [{}, false, false],
    [text, false, false],
    [{ OPENAI_API_KEY: 'sk' }, false, true],
    [{ ...text, TEXT_API_KEY: 'sk' }, true, false],
    [{ ...text, TEXT_BASE_URL: 'http://ollama/v1' }, true, false],
    [{ ...text, REALTIME_API_KEY: 'sk' }, false, true],
    [{ ...text, REALTIME_BASE_URL: 'http://voice/v1' }, false, true],
    [{ ...text, REALTIME_CALLS_URL: 'http://voice/v1/realtime/calls' }, false, false],
  ])('%j: text is set up: %s, voice: %s', (settings, hasText, hasVoice) => {
    const env = readEnv(settings)
    expect([Boolean(env.text), env.realtime.isSetUp]).toEqual([hasText, hasVoice])
  })
})

describe('lists', () => {
  test('the fallbacks of models are names in their order', () => {
    expect(readEnv({ REALTIME_MODEL_FALLBACKS: 'one, two,' }).realtime.modelFallbacks).toEqual(['one', 'two'])
  })

  test('TRUST_PROXY is a count, or addresses and ranges, and what is neither is named', () => {
    expect(readEnv({}).trustProxy).toBe(0)
    expect(readEnv({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
    expect(readEnv({ TRUST_PROXY: '10.0.0.5, 192.168.0.0/16,fd00::/8' }).trustProxy).toEqual([
      '10.0.0.5',
      '192.168.0.0/16',
      'fd00::/8',
    ])
    expect(faultsOf({ TRUST_PROXY: '10.0.0.300,::1,loopback' })).toEqual([
      'TRUST_PROXY must be how many there are (0 to 99) or their addresses and ranges, not 10.0.0.300, loopback',
    ])
  })

  test('DATABASE_URL with several hosts is refused in words that say what to do instead', () => {
    for (const url of [
      'postgres://lisa@one:5432,two:5432/lisa',
      'postgresql://lisa:secret@one,two/lisa',
      'postgres://lisa@/lisa?host=one,two',
      'postgres://one/lisa?sslmode=require&target_session_attrs=read-write',
    ])
      expect(faultsOf({ DATABASE_URL: url })).toEqual([
        'DATABASE_URL must name one host and no target_session_attrs: put an address in front that always leads to the primary (docs/operations.md)',
      ])
    for (const url of ['postgres://lisa:a,b@one:5432/lisa', 'postgres://lisa@one/lisa?options=a,b'])
      expect(readEnv({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  test('SESSION_SECRET and JWT_SECRET may hold several, newest first', () => {
    const several = `${otherSecret}, ${secret}`
    const newestFirst = [otherSecret, secret]
    expect(readEnv({ SESSION_SECRET: several }).sessionSecrets).toEqual(newestFirst)
    expect(readEnv({ JWT_SECRET: several }).jwtSecrets).toEqual(newestFirst)
    expect(readEnv({})).toMatchObject({ sessionSecrets: undefined, jwtSecrets: undefined })
  })

  test('OIDC_ACR_VALUES is a list with spaces, as in the request', () => {
    expect(readEnv({ OIDC_ACR_VALUES: 'mfa  phrh' }).oidcAcrValues).toEqual(['mfa', 'phrh'])
    expect(readEnv({}).oidcAcrValues).toBeUndefined()
  })

  test('SIGN_UP is everyone, closed, or emails and domains in lower case', () => {
    expect(readEnv({}).signUp).toBe('everyone')
    expect(readEnv({ SIGN_UP: 'closed' }).signUp).toBe('closed')
    expect(readEnv({ SIGN_UP: 'Ana@Example.org, example.com' }).signUp).toEqual([
      'ana@example.org',
      'example.com',
    ])
    expect(faultsOf({ SIGN_UP: 'example.com,nobody' })).toEqual([
      'SIGN_UP must be everyone, closed or a list of emails and domains, not nobody',
    ])
  })
})

test('.env.example lists every setting, and is a valid local configuration as it stands', () => {
  const text = readFileSync(path.join(root, '.env.example'), 'utf8')
  const listed = [...text.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual([...variableNames].sort())
  for (const name of secretNames) expect(text).toContain(`${name}_FILE`)
  expect(readEnv(parseEnv(text) as Record<string, string>).realtime.transcriptionModel).toBe(
    'gpt-4o-mini-transcribe',
  )
})
