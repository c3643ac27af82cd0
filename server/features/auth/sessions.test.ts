import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { eq } from 'drizzle-orm'
import request from 'supertest'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sessions, users } from '@shared/schema'
import { createUser } from '../../test/factories'
import { serve } from '../../test/serve'
import { recordStatements } from '../../test/statements'
import { createTestApp, sessionCookieOf, signIn } from '../../test/test-app'

const hour = 60 * 60 * 1000
let time = new Date('2026-03-01T12:00:00Z')
const { app, ctx, db } = await createTestApp({ now: () => time })

beforeEach(async () => {
  time = new Date('2026-03-01T12:00:00Z')
  await db.delete(users)
})

test('a signed-in user is told who they are', async () => {
  const ana = await createUser(db, { email: 'ana@example.com', password: 'hash' })
  const asAna = await signIn(app, ana)
  await asAna.get('/api/auth/user').expect(200, {
    id: ana.id,
    email: 'ana@example.com',
    firstName: 'Ana',
    lastName: 'Lima',
    profileImageUrl: null,
    password: true,
    timezone: 'UTC',
  })
})

test('of two session cookies the one that is valid counts, at signing out too', async () => {
  const ana = await createUser(db)
  for (const other of ['lisa.sid=x', 'lisa.sid=s%3Aabc.def', 'lisa.sid=%E0%A4%A', 'lisa.sid=j:1'])
    for (const isFirst of [true, false]) {
      const own = await sessionCookieOf(app, ana)
      const cookie = ['a=1', ...(isFirst ? [own, other] : [other, own]), 'b=2'].join('; ')
      const get = (path: string) => request(app).get(path).set('Cookie', cookie)
      await get('/api/auth/user').expect(200)
      await get('/api/logout').expect(302)
      await get('/api/auth/user').expect(401)
    }
})

test('an ordinary request reads the session and writes nothing', async () => {
  const asAna = await signIn(app, await createUser(db))
  const before = await db.select().from(sessions)
  const statements = recordStatements(ctx.pool)
  const response = await asAna.get('/api/auth/user').expect(200)
  expect(statements.all()).toHaveLength(2)
  expect(response.headers['set-cookie']).toBeUndefined()
  expect(await db.select().from(sessions)).toEqual(before)
})

test('cookie and row are renewed once a day', async () => {
  const asAna = await signIn(app, await createUser(db))
  time = new Date(time.getTime() + 23 * hour)
  expect((await asAna.get('/api/auth/user')).headers['set-cookie']).toBeUndefined()

  await db.update(sessions).set({ expire: new Date(Date.now() + hour) })
  time = new Date(time.getTime() + hour)
  const renewed = await asAna.get('/api/auth/user').expect(200)
  expect(renewed.headers['set-cookie']).toEqual([
    expect.stringMatching(/^lisa\.sid=.*; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/),
  ])
  const [row] = await db.select().from(sessions)
  expect(row?.expire.getTime()).toBeGreaterThan(Date.now() + 6.9 * 24 * hour)

  expect((await asAna.get('/api/auth/user').expect(200)).headers['set-cookie']).toBeUndefined()
})

test('a sign-out holds, though a request of a session due for renewal ends after it', async () => {
  const server = await serve()
  server.handle(app)
  const cookie = await sessionCookieOf(app, await createUser(db))
  time = new Date(time.getTime() + 25 * hour)
  const statements = recordStatements(ctx.pool)
  const headers = { cookie, origin: ctx.env.appUrl, 'content-type': 'application/json' }
  const slow = httpRequest(`${server.origin}/api/goals`, { method: 'POST', headers })
  slow.write('{"title":"Slow",')
  // The session is read and renewed before the body has come.
  await vi.waitFor(() => expect(statements.all()).toHaveLength(2))

  await request(app).get('/api/logout').set('Cookie', cookie).expect(302)
  slow.end('"timeline":"monthly"}')
  const [answer] = await once(slow, 'response')
  answer.resume()
  await once(answer, 'end')

  expect(await db.$count(sessions)).toBe(0)
  await request(app).get('/api/auth/user').set('Cookie', cookie).expect(401)
})

test('a session ends 90 days after the sign-in, however often it is renewed', async () => {
  const signedIn = time.getTime()
  const asAna = await signIn(app, await createUser(db))
  for (let days = 6; days < 90; days += 6) {
    time = new Date(signedIn + days * 24 * hour)
    await asAna.get('/api/auth/user').expect(200)
  }
  const [row] = await db.select().from(sessions)
  expect(row?.expire.getTime()).toBeLessThan(Date.now() + 6.01 * 24 * hour)
  time = new Date(signedIn + 90 * 24 * hour)
  await asAna.get('/api/auth/user').expect(401)
})

test('an expired session is none', async () => {
  const asAna = await signIn(app, await createUser(db))
  await db.update(sessions).set({ expire: new Date(Date.now() - 2_000) })
  await asAna.get('/api/auth/user').expect(401, { message: 'Unauthorized' })
})

test("a user's sessions end with the user", async () => {
  const ana = await createUser(db)
  const asAna = await signIn(app, ana)
  await db.delete(users).where(eq(users.id, ana.id))
  await asAna.get('/api/auth/user').expect(401, { message: 'Unauthorized' })
})

test.each([
  'lisa.sid=',
  'lisa.sid=nonsense',
  'lisa.sid=s%3Anonsense.nonsense',
  'lisa.sid=%E0%A4%A',
  'lisa.sid=s%3A%00.x; lisa.sid=s%3Aother.x',
  ';;;=;lisa.sid',
])('the cookie %j is no session', async (cookie) => {
  const response = await request(app).get('/api/auth/user').set('Cookie', cookie)
  expect(response.status).toBe(401)
  expect(response.body).toEqual({ message: 'Unauthorized' })
  expect(response.headers['set-cookie']).toBeUndefined()
})

test('a session with a signature of somebody else is none', async () => {
  const cookie = await sessionCookieOf(app, await createUser(db))
  const [signed = ''] = cookie.split('.').slice(-1)
  const forged = cookie.replace(signed, createHmac('sha256', 'another secret').update('x').digest('hex'))
  for (const [sent, status] of [
    [cookie, 200],
    [`theme=dark; ${cookie}`, 200],
    [forged, 401],
    [cookie.replace(`.${signed}`, ''), 401],
    [`x${cookie}`, 401],
  ] as const)
    expect([sent, (await request(app).get('/api/auth/user').set('Cookie', sent)).status]).toEqual([
      sent,
      status,
    ])
})

test('a session that nobody has signed in to is none', async () => {
  const cookie = await sessionCookieOf(app, await createUser(db))
  await db.update(sessions).set({ sess: { cookie: {}, renewedAt: time.getTime() } })
  onTestFinished(async () => void (await db.delete(sessions)))
  await request(app).get('/api/auth/user').set('Cookie', cookie).expect(401)
})

test('a visitor without a cookie costs no statement and gets no session', async () => {
  const statements = recordStatements(ctx.pool)
  const response = await request(app).get('/api/auth/user').expect(401)
  expect(statements.all()).toEqual([])
  expect(response.headers['set-cookie']).toBeUndefined()
  expect(await db.$count(sessions)).toBe(0)
})

test('without a database the answer is an error, and the server lives', async () => {
  const asAna = await signIn(app, await createUser(db))
  const { query } = ctx.pool
  ctx.pool.query = () => Promise.reject(new Error('connect ECONNREFUSED'))
  await asAna.get('/api/auth/user').expect(500, { message: 'Internal Server Error' })
  ctx.pool.query = query
  await asAna.get('/api/auth/user').expect(200)
})
