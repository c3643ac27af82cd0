import { sql } from 'drizzle-orm'
import request from 'supertest'
import { beforeEach, expect, test } from 'vitest'
import { entryRecord } from '@shared/journal'
import { users } from '@shared/schema'
import { keysFor } from '../secrets'
import { endpointsOf } from '../test/endpoints'
import { createUser } from '../test/factories'
import { captureLog } from '../test/log'
import { readHere } from '../test/reading'
import { createTestApp, sessionCookieOf, tokenOf } from '../test/test-app'

const logged = captureLog()
beforeEach(logged.clear)
const mark = 'never-in-a-log-93e7'
const { app, ctx, db } = await createTestApp({
  log: logged.log,
  startReading: readHere,
  mailer: { send: async () => ({ id: '1' }), close: () => {} },
  sms: { send: async () => ({ id: '1' }) },
  voiceProvider: {
    model: () => 'm',
    transcriptionModels: () => [],
    session: () => undefined,
    call: async () => ({ id: `rtc_${mark}`, answer: 'v=0' }),
    checkTranscription: async () => {},
    hangUp: async () => 'done',
  },
  settings: {
    NODE_ENV: 'production',
    APP_URL: 'https://lisa.test',
    DATABASE_URL: `postgres://lisa:${mark}@127.0.0.1:1/lisa`,
    OIDC_ISSUER_URL: 'https://provider.test',
    OIDC_CLIENT_ID: 'lisa',
    OIDC_CLIENT_SECRET: `${mark}-client`,
    SESSION_SECRET: `${mark}-session-secret-of-some-length`,
    JWT_SECRET: `${mark}-jwt-secret-of-some-length`,
  },
})
const phoneNumber = '+15550104242'
const ana = await createUser(db, { email: `${mark}@example.com`, firstName: mark, phoneNumber })
const texts = Object.fromEntries(entryRecord.texts.map((field) => [field, mark]))
const goal = { title: mark, description: mark, motivation: mark, successIndicators: mark, timeline: 'annual' }
const body = { ...texts, ...goal, entryDate: '2026-11-21', email: `${mark}@example.com`, phoneNumber }

/** Every endpoint by every door, with the mark in whatever is sent but the path; answers the statuses. */
async function sendEverything(): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (const endpoint of endpointsOf(app)) {
    const [method = '', path = ''] = endpoint.split(' ')
    const verb = method.toLowerCase() as 'get'
    // One endpoint deletes her.
    await db
      .insert(users)
      .values(ana)
      .onConflictDoNothing()
      .catch(() => {})
    // A broken database cannot begin a session; the last one serves.
    cookie = await sessionCookieOf(app, ana).catch(() => cookie)
    token = await tokenOf(app, ana).catch(() => token)
    for (const door of [
      { Cookie: `${cookie}; other=${mark}` },
      { Authorization: `Bearer ${token}` },
      { Authorization: `Bearer ${mark}.a.b` },
    ])
      for (const password of [mark, 7]) {
        const client = request(app)
        const answer = await client[verb](
          path.replace(':id', crypto.randomUUID()).replace(':date', '2026-11-21'),
        )
          .set({ ...door, Origin: ctx.env.appUrl, Referer: `${ctx.env.appUrl}/?${mark}` })
          .set({ 'User-Agent': mark, 'X-Request-Id': mark, 'X-Forwarded-For': mark })
          .query({ code: mark, state: mark, token: mark, returnTo: `/${mark}`, limit: mark })
          .send(verb === 'get' ? undefined : { ...body, password })
        statuses.add(answer.status)
      }
  }
  return statuses
}
let cookie = ''
let token = ''

const secrets = () => [
  mark,
  phoneNumber,
  ...ctx.secrets.session,
  ...keysFor(ctx.secrets, 'sessions'),
  ...ctx.secrets.jwt,
  token,
  token.split('.')[2] ?? '',
  cookie,
  decodeURIComponent(cookie.split('=')[1] ?? ''),
]

function expectNoSecrets(lines: string[]) {
  for (const line of lines) for (const secret of secrets()) expect(line).not.toContain(secret)
}

test('no word, number, password, token or cookie that was sent reaches the log', async () => {
  const statuses = await sendEverything()
  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 409]))
  expect(logged.lines.length).toBeGreaterThan(100)
  expectNoSecrets(logged.lines)
}, 120_000)

test('nothing that was sent reaches the log when everything fails, with the errors in the log', async () => {
  await db.execute(sql`alter table journal_entries drop column wins`)
  await db.execute(sql`alter table goals drop column title`)
  await db.execute(sql`alter table users rename column timezone to elsewhere`)
  expect([...(await sendEverything())]).toContain(500)
  await db.execute(sql`alter schema public rename to elsewhere`)
  expect([...(await sendEverything())]).toContain(500)
  const failures = logged.lines.filter((line) => line.includes('Request failed'))
  expect(failures.length).toBeGreaterThan(30)
  expectNoSecrets(logged.lines)
}, 120_000)
