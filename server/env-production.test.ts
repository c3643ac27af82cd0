import { describe, expect, test } from 'vitest'
import { createContext } from './create-context'
import { readEnv } from './env'
import { faultsOf, otherSecret, secret } from './test/env-faults'
import { captureLog } from './test/log'

const production = {
  NODE_ENV: 'production',
  APP_URL: 'https://lisa.example.org',
  DATABASE_URL: 'postgres://lisa@db/lisa',
  OIDC_ISSUER_URL: 'https://id.example.org',
  OIDC_CLIENT_ID: 'lisa',
  OIDC_CLIENT_SECRET: 'hush',
  SESSION_SECRET: secret,
  JWT_SECRET: otherSecret,
}

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

  test('a comma separates secrets, and a short part is refused in a sentence that says so', () => {
    expect(faultsOf({ ...production, JWT_SECRET: `${otherSecret},short` })).toEqual([
      'JWT_SECRET must be secrets of at least 32 characters each, separated by commas',
    ])
  })

  test('refuses secrets that are one character repeated, or the same as another one', () => {
    const x = 'x'.repeat(32)
    expect(
      faultsOf({ ...production, SESSION_SECRET: `${secret},${x}`, JWT_SECRET: '\u{1f600}'.repeat(32) }),
    ).toEqual([
      'SESSION_SECRET must not be one character repeated',
      'JWT_SECRET must not be one character repeated',
    ])
    const third = 'a third secret of thirty-two letters'
    expect(
      faultsOf({
        ...production,
        SESSION_SECRET: `${secret},${otherSecret},${secret}`,
        JWT_SECRET: `${third},${otherSecret},${third}`,
      }),
    ).toEqual([
      'SESSION_SECRET must not contain the same secret twice',
      'JWT_SECRET must not contain the same secret twice',
      'JWT_SECRET must differ from SESSION_SECRET',
    ])
    const mailIn = {
      SMTP_URL: 'smtps://mail',
      MAIL_FROM: 'lisa@example.org',
      MAIL_IN: 'reply@in.example.org',
    }
    expect(faultsOf({ ...production, ...mailIn, MAIL_IN_SECRET: `${third},${x}` })).toEqual([
      'MAIL_IN_SECRET must not be one character repeated',
    ])
    expect(faultsOf({ ...production, ...mailIn, MAIL_IN_SECRET: `${secret},${otherSecret}` })).toEqual([
      'MAIL_IN_SECRET must differ from SESSION_SECRET',
      'MAIL_IN_SECRET must differ from JWT_SECRET',
    ])
  })

  test('reaches providers by https only, but on a loopback host', () => {
    const addresses = [
      'TWILIO_API_BASE_URL',
      'OPENAI_BASE_URL',
      'TEXT_BASE_URL',
      'REALTIME_BASE_URL',
      'REALTIME_CALLS_URL',
    ]
    const all = (url: string) => Object.fromEntries(addresses.map((name) => [name, url]))
    expect(faultsOf({ ...production, ...all('http://127.0.0.1:9000/v1') })).toEqual([])
    expect(faultsOf({ ...production, ...all('https://provider.example.org/v1') })).toEqual([])
    expect(faultsOf({ ...production, ...all('http://localhost.example.org/v1') })).toEqual(
      addresses.map((name) => expect.stringMatching(new RegExp(`^${name} must be an https address`))),
    )
    const PRIVATE_AI_HOSTS = 'Ollama, fd00:0:0::1, FD00::0002'
    for (const host of ['ollama:11434', '[fd00::1]', '[fd00:0::2]'])
      expect(faultsOf({ ...production, ...all(`http://${host}/v1`), PRIVATE_AI_HOSTS })).toEqual([
        expect.stringMatching(/^TWILIO_API_BASE_URL must be an https address/),
      ])
    expect(faultsOf({ ...production, TEXT_BASE_URL: 'http://ollama.example.org', PRIVATE_AI_HOSTS })).toEqual(
      [
        'TEXT_BASE_URL must be an https address in production (http is accepted on a loopback host and on those that PRIVATE_AI_HOSTS names)',
      ],
    )
  })

  test('says once at the start which hosts words may go to unencrypted', async () => {
    const { log, lines } = captureLog()
    await createContext(readEnv({ ...production, PRIVATE_AI_HOSTS: 'ollama,voice' }), { log })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, hosts: ['ollama', 'voice'] }])
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
