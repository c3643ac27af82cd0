import request from 'supertest'
import { afterAll, expect, test } from 'vitest'
import { createPool } from '../db/db'
import { createTestDatabase } from '../test/database'
import { createDatabaseProxy } from '../test/database-proxy'
import { createUser } from '../test/factories'
import { captureLog } from '../test/log'
import { createTestApp, signIn, tokenOf } from '../test/test-app'

const database = await createTestDatabase()
afterAll(database.drop)
const logged = captureLog()
const away = { message: 'Lisa is not available right now. Please try again in a few seconds.' }

async function createApp() {
  const proxy = await createDatabaseProxy(database.url)
  const pool = createPool({ databaseUrl: proxy.url, databasePoolMax: 2 }, logged.log)
  afterAll(() => pool.end())
  const { app, db } = await createTestApp({ pool, log: logged.log })
  const ana = await createUser(db)
  return { app, pool, proxy, ana, asAna: await signIn(app, ana) }
}

test('while the database is away calls are 503 and say when to try again, whoever calls', async () => {
  const { app, proxy, ana, asAna } = await createApp()
  const token = await tokenOf(app, ana)
  proxy.stop()
  logged.clear()
  for (const call of [
    asAna.get('/api/goals'),
    asAna.post('/api/goals').send({ title: 'Read', timeline: 'monthly' }),
    asAna.get('/api/nothing'),
    request(app).get('/api/jwt/goals').set('Authorization', `Bearer ${token}`),
    request(app).post('/api/auth/login').send({ email: 'ana@example.org', password: 'a password' }),
  ]) {
    const { body } = await call.expect(503).expect('Retry-After', '5')
    expect(body).toEqual(away)
  }
  await request(app).get('/readyz').expect(503)
  await request(app).get('/healthz').expect(200)
  expect(logged.text()).toContain('The database does not answer')
  expect(logged.text()).not.toContain('Request failed')
})

test('what a browser opens is a page that says so', async () => {
  const { app, proxy, asAna } = await createApp()
  proxy.stop()
  const page = await asAna
    .get('/api/logout')
    .set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8')
    .expect(503)
    .expect('Retry-After', '5')
    .expect('Content-Type', /^text\/html/)
  expect(page.text).toContain('<h1>Lisa is away for a moment</h1>')
  expect(page.text).toContain(away.message)
  // Signed out nobody needs the database.
  await request(app).get('/api/goals').expect(401)
})

test('a connection that ends under a statement, and a pool without a free one, are no faults of Lisa', async () => {
  const { pool, proxy, asAna } = await createApp()
  const [locker, other] = [await pool.connect(), await database.pool.connect()]
  await other.query('begin; lock table sessions in access exclusive mode')
  const waiting = asAna.get('/api/goals').then(({ status }) => status)
  await expect
    .poll(async () => (await other.query(`select 1 from pg_locks where not granted`)).rowCount)
    .toBeGreaterThan(0)
  pool.options.connectionTimeoutMillis = 100
  // The pool is full: one connection waits for the lock, the other one is held here.
  await asAna.get('/api/goals').expect(503, away)
  proxy.stop()
  expect(await waiting).toBe(503)
  await other.query('rollback')
  other.release()
  locker.release()
})
