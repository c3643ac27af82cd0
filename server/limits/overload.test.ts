import request from 'supertest'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createPool } from '../db/db'
import { createTestDatabase } from '../test/database'
import { createUser } from '../test/factories'
import { captureLog } from '../test/log'
import { createTestApp, signIn } from '../test/test-app'
import { refuseCalls } from './overload'

const busy = { message: 'Lisa has too much to do right now. Please try again in a few seconds.' }

const logged = captureLog()

/** An app with one connection to the database. */
async function createSmallApp() {
  const database = await createTestDatabase()
  const pool = createPool({ databaseUrl: database.url, databasePoolMax: 1 }, logged.log)
  afterAll(async () => {
    await pool.end()
    await database.drop()
  })
  return { ...(await createTestApp({ pool, log: logged.log })), pool }
}

test('while too many requests wait for the database others are refused at once, and afterwards none is', async () => {
  const { app: whole, ctx, db, pool } = await createSmallApp()
  pool.options.connectionTimeoutMillis = 60_000
  const app = refuseCalls(ctx, whole)
  const asAna = await signIn(whole, await createUser(db))
  const held = await pool.connect()
  const waiting = Array.from({ length: 10 }, () => asAna.get('/api/goals').then(({ status }) => status))
  await expect.poll(() => pool.waitingCount).toBe(10)
  logged.clear()
  // However long the calls take, they come within the second for which there is one line.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  for (let i = 0; i < 3; i++)
    await request(app)
      .get('/api/goals')
      .expect(503, busy)
      .expect('Retry-After', '5')
      .expect('Cache-Control', 'no-store')
  await request(app).post('/api/goals').send({ title: 'Read', timeline: 'monthly' }).expect(503, busy)
  await request(app).get('/API/goals').expect(503, busy)
  const page = await request(app).get('/api/login').set('Accept', 'text/html').expect(503)
  expect(page.text).toContain('<h1>Lisa is away for a moment</h1>')
  // Not refused: paths that need no database, and incoming texts and logout tokens, which would be lost.
  const logout = request(app)
    .post('/api/backchannel-logout')
    .type('form')
    .send({})
    .then(({ status }) => status)
  await request(app).get('/healthz').expect(200)
  await request(app).post('/api/webhooks/twilio/sms').type('form').send({}).expect(403)

  expect(logged.text().match(/Calls are refused/g)).toHaveLength(1)
  expect(await ctx.metrics.registry.metrics()).toContain('lisa_http_requests_refused_overloaded_total 6')
  held.release()
  expect(await Promise.all(waiting)).toEqual(Array(10).fill(200))
  expect(await logout).toBe(400)
  expect((await asAna.get('/api/goals').expect(200)).body).toEqual([])
  await request(app).get('/api/goals').expect(401)
})

test('many who ask whether Lisa is ready share one question to the database, and its answer for a second', async () => {
  const { app, pool } = await createSmallApp()
  const held = await pool.connect()
  const questions = vi.spyOn(pool, 'query')
  const probe = () =>
    request(app)
      .get('/readyz')
      .then(({ status }) => status)
  const waiting = Promise.all(Array.from({ length: 60 }, probe))
  await expect.poll(() => questions.mock.calls.length).toBe(1)
  held.release()
  expect(await waiting).toEqual(Array(60).fill(200))
  expect(await probe()).toBe(200)
  expect(questions).toHaveBeenCalledTimes(1)
  await expect.poll(async () => (await probe(), questions.mock.calls.length), { timeout: 5_000 }).toBe(2)
})

test('an instance with a full pool that goes on answering is ready, so that a balancer does not take it out', async () => {
  const { app, pool } = await createSmallApp()
  const others = Array.from({ length: 3 }, () => pool.query('select pg_sleep(0.9)'))
  await request(app).get('/readyz').expect(200, { status: 'ready' })
  await Promise.all(others)
})
