import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { EnvFaults, readEnv, variableNames } from './env'
import { root } from './root'

const secret = 'x'.repeat(32)
const production = {
  NODE_ENV: 'production',
  APP_URL: 'https://lisa.example.org',
  DATABASE_URL: 'postgres://lisa@db/lisa',
  OIDC_ISSUER_URL: 'https://id.example.org',
  OIDC_CLIENT_ID: 'lisa',
  OIDC_CLIENT_SECRET: 'hush',
  SESSION_SECRET: secret,
  JWT_SECRET: secret,
}

function faultsOf(source: Record<string, string>): string[] {
  try {
    readEnv(source)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(EnvFaults)
    return (error as EnvFaults).faults
  }
}

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
      openaiBaseUrl: 'https://api.openai.com/v1',
      realtime: {
        callsUrl: 'https://api.openai.com/v1/realtime/calls',
        model: 'gpt-realtime',
        transcriptionModel: 'gpt-4o-mini-transcribe',
      },
      logLevel: 'info',
      remindersOn: true,
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

  test.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['TRUST_PROXY', '-1'],
    ['APP_URL', 'lisa.example.org'],
    ['APP_URL', 'https://lisa.example.org/app'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['LOG_LEVEL', 'loud'],
    ['REMINDERS', 'yes'],
    ['SESSION_SECRET', 'short'],
    ['OPENAI_BASE_URL', 'ftp://models'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })[0]).toMatch(new RegExp(`^${name} must `))
  })
})

describe('production', () => {
  test('runs with what is required', () => {
    expect(readEnv(production)).toMatchObject({
      production: true,
      host: '0.0.0.0',
      appUrl: 'https://lisa.example.org',
      oidc: { issuerUrl: 'https://id.example.org', clientId: 'lisa', clientSecret: 'hush' },
    })
  })

  test('names every missing setting at once', () => {
    const faults = faultsOf({ NODE_ENV: 'production' })
    expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual(
      Object.keys(production)
        .filter((name) => name !== 'NODE_ENV')
        .sort(),
    )
  })

  test('reports bad and missing settings together', () => {
    const { JWT_SECRET: _, ...rest } = production
    expect(faultsOf({ ...rest, SESSION_SECRET: 'short', PORT: 'x' })).toEqual([
      expect.stringMatching(/^PORT must be/),
      expect.stringMatching(/^SESSION_SECRET must be at least 32/),
      'JWT_SECRET is required in production',
    ])
  })

  test('accepts http only on a loopback host', () => {
    expect(
      faultsOf({ ...production, OIDC_ISSUER_URL: 'http://127.0.0.1:9000', APP_URL: 'http://localhost:3000' }),
    ).toEqual([])
    expect(
      faultsOf({
        ...production,
        OIDC_ISSUER_URL: 'http://id.example.org',
        APP_URL: 'http://lisa.example.org',
      }),
    ).toEqual([
      expect.stringMatching(/^OIDC_ISSUER_URL must be an https address/),
      expect.stringMatching(/^APP_URL must be an https address/),
    ])
  })
})

test('.env.example lists every setting, and is a valid local configuration as it stands', () => {
  const text = readFileSync(path.join(root, '.env.example'), 'utf8')
  const listed = [...text.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual([...variableNames].sort())
  expect(readEnv(parseEnv(text) as Record<string, string>).realtime.transcriptionModel).toBe(
    'gpt-4o-mini-transcribe',
  )
})
