import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readEnv } from './env'
import { secretNames } from './secret-files'
import { faultsOf, otherSecret, secret } from './test/env-faults'
import { testVapid } from './test/test-settings'

const folder = mkdtempSync(path.join(tmpdir(), 'lisa-secret-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(content: string | Buffer, name = 'secret') {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

const required = {
  NODE_ENV: 'production',
  APP_URL: 'https://lisa.example.org',
  OIDC_ISSUER_URL: 'https://id.example.org',
  OIDC_CLIENT_ID: 'lisa',
  MAIL_FROM: 'lisa@example.org',
  MAIL_IN: 'reply@in.example.org',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_FROM: '+15005550006',
  VAPID_PUBLIC_KEY: testVapid.publicKey,
  VAPID_SUBJECT: testVapid.subject,
}
const contents: Record<(typeof secretNames)[number], string> = {
  DATABASE_URL: 'postgres://lisa:hush@db/lisa',
  SESSION_SECRET: `${secret}, a newer secret of thirty-two letters`,
  JWT_SECRET: otherSecret,
  OIDC_CLIENT_SECRET: 'hush',
  SMTP_URL: 'smtps://lisa:hush@smtp.example.org',
  MAIL_IN_IMAP_URL: 'imaps://lisa:hush@imap.example.org/INBOX',
  MAIL_IN_SECRET: 'the secret of the webhook for mails',
  TWILIO_AUTH_TOKEN: 'token',
  VAPID_PRIVATE_KEY: testVapid.privateKey,
  OPENAI_API_KEY: 'sk-1',
  REALTIME_API_KEY: 'sk-2',
  TEXT_API_KEY: 'sk-3',
}

test('every secret may be in a file, with a line break at its end, and means the same as in a setting', () => {
  const files = secretNames.map((name) => [`${name}_FILE`, fileWith(`${contents[name]}\n`, name)])
  expect(readEnv({ ...required, ...Object.fromEntries(files) })).toEqual(
    readEnv({ ...required, ...contents }),
  )
})

test('an empty setting is no second one, and an empty name of a file none', () => {
  const SESSION_SECRET_FILE = fileWith(secret)
  expect(readEnv({ SESSION_SECRET: ' ', SESSION_SECRET_FILE }).sessionSecrets).toEqual([secret])
  expect(readEnv({ SESSION_SECRET: secret, SESSION_SECRET_FILE: ' ' }).sessionSecrets).toEqual([secret])
})

test('what holds no secret is not in a file: a name of one does not stand for it', () => {
  const files = {
    APP_URL_FILE: fileWith('https://lisa.example.org', 'url'),
    MAIL_FROM_FILE: fileWith('a@b.org', 'from'),
  }
  const { APP_URL: _, MAIL_FROM: __, ...rest } = required
  expect(faultsOf({ ...rest, ...contents, ...files }).map((fault) => fault.split(' ')[0])).toEqual([
    'APP_URL',
    'MAIL_FROM',
  ])
})

test('what is no file of one line of text is refused, and is not repeated: it may be the secret itself', () => {
  const fifo = path.join(folder, 'fifo')
  execFileSync('mkfifo', [fifo])
  for (const file of [
    secret,
    '/dev/zero',
    fifo,
    fileWith(`${secret}\n${otherSecret}`),
    fileWith('\0'.repeat(40)),
    fileWith(`${secret}\u2028${otherSecret}`, 'separator'),
    fileWith(`${secret}\u001b[0m`, 'escape'),
    fileWith('x'.repeat(70_000), 'long'),
    fileWith(Buffer.alloc(40, 0xe9), 'latin1'),
  ])
    expect(faultsOf({ SESSION_SECRET_FILE: file })).toEqual([
      expect.stringMatching(/^SESSION_SECRET_FILE must name a file that holds one line of text( \(\w+\))?$/),
    ])
  expect(readEnv({ SESSION_SECRET_FILE: fileWith(`\uFEFF${secret}\r\n`) }).sessionSecrets).toEqual([secret])
})

test('a file that cannot be used is a fault of its own, and nothing else is said of its setting', () => {
  mkdirSync(path.join(folder, 'a folder'))
  const missing = path.join(folder, 'missing')
  expect(
    faultsOf({
      ...required,
      DATABASE_URL_FILE: missing,
      SESSION_SECRET_FILE: path.join(folder, 'a folder'),
      JWT_SECRET_FILE: fileWith('\n', 'empty'),
      OIDC_CLIENT_SECRET: 'hush',
      OIDC_CLIENT_SECRET_FILE: fileWith('hush'),
      SMTP_URL_FILE: fileWith('https://smtp.example.org', 'address'),
      MAIL_IN_IMAP_URL: 'imaps://lisa:hush@imap.example.org/INBOX',
      MAIL_IN_SECRET: 'the secret of the webhook for mails',
      TWILIO_AUTH_TOKEN: 'token',
      VAPID_PRIVATE_KEY: testVapid.privateKey,
    }),
  ).toEqual([
    'DATABASE_URL_FILE must name a file that holds one line of text (ENOENT)',
    'SESSION_SECRET_FILE must name a file that holds one line of text',
    'JWT_SECRET_FILE must name a file that holds one line of text',
    'OIDC_CLIENT_SECRET_FILE and OIDC_CLIENT_SECRET are both set: remove one of them',
    'SMTP_URL must be an smtp:// or smtps:// address',
  ])
})

test('only what is a secret is read from a file', () => {
  expect(readEnv({ PORT_FILE: fileWith('4000') }).port).toBe(3000)
})
