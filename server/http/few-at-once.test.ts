import { Agent, get } from 'node:http'
import request from 'supertest'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { loginEndpoints } from '@shared/auth'
import { createPool } from '../db/db'
import { unsubscribeToken } from '../features/reminders/unsubscribe-token'
import { createLog } from '../log'
import { createTestDatabase } from '../test/database'
import { signInAnaAndBen } from '../test/people'
import { serve } from '../test/serve'
import { createTestApp, sessionCookieOf, signIn, withToken } from '../test/test-app'

const connections = 20
const database = await createTestDatabase()
const pool = createPool({ databaseUrl: database.url, databasePoolMax: connections }, createLog('silent'))
pool.options.connectionTimeoutMillis = 60_000
afterAll(async () => {
  await pool.end()
  await database.drop()
})
const { app, ctx, db } = await createTestApp({ pool })
const { ana, asAna, asBen } = await signInAnaAndBen(app, db)
const asAnaElsewhere = await signIn(app, ana)
const asAnasProgram = await withToken(app, ana)
const unsubscribe = `/api/reminders/unsubscribe?token=${unsubscribeToken(ctx.secrets, ana.id)}`

type Call = () => PromiseLike<{ status: number }>

/** Makes calls, each `times` times; `answered` is the statuses so far. */
function make(times: number, ...calls: Call[]) {
  const answered: number[] = []
  const all = calls.flatMap((call) =>
    Array.from({ length: times }, async () => answered.push((await call()).status)),
  )
  return { answered, ended: Promise.all(all) }
}

/** Takes every connection, and returns what gives them back. */
async function fillPool() {
  const held = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  const release = () => held.splice(0).forEach((client) => client.release())
  onTestFinished(release)
  return release
}

const refused = (times: number) => Array<number>(times).fill(429)

test.each<[string, Call, number]>([
  ['a session', () => asAna.get('/api/goals'), 200],
  ['a session, of a path that does not exist', () => asAna.get('/api/nothing'), 404],
  [
    'a session, of the page that asks',
    () => asAna.get('/api/logout').set('Sec-Fetch-Site', 'cross-site'),
    200,
  ],
  ['a token', () => asAnasProgram.get('/api/jwt/goals'), 200],
  ['a link that turns reminders off', () => request(app).post(unsubscribe), 200],
])('130 calls of %s take ten places in the line for a connection', async (_, call, status) => {
  const release = await fillPool()
  const { answered, ended } = make(130, call)
  await expect.poll(() => answered).toEqual(refused(120))
  expect(pool.waitingCount).toBe(10)
  const other = make(1, () => asBen.get('/api/goals'))
  release()
  await ended
  expect(answered).toEqual([...refused(120), ...Array<number>(10).fill(status)])
  await other.ended
  expect(other.answered).toEqual([200])
})

test('logins of one network are counted one after the other', async () => {
  const release = await fillPool()
  const { answered, ended } = make(130, () => request(app).post('/api/auth/login').send({}))
  await expect.poll(() => answered).toEqual(refused(29))
  expect(pool.waitingCount).toBe(1)
  release()
  await ended
  const { limit } = loginEndpoints.endpoints['POST /api/auth/login'].networkLimits.address
  expect(answered.filter((status) => status === 400)).toHaveLength(limit)
})

/** Lets what reads goals wait. */
async function lockGoals() {
  const client = await database.pool.connect()
  await client.query('begin; lock table goals in access exclusive mode')
  let isOver = false
  const unlock = async () => {
    if (isOver) return
    isOver = true
    await client.query('rollback')
    client.release()
  }
  onTestFinished(unlock)
  return unlock
}

test('a user has ten requests under way, over all sessions and tokens, and is told when to try again', async () => {
  const unlock = await lockGoals()
  const { answered, ended } = make(
    8,
    () => asAna.get('/api/goals'),
    () => asAnaElsewhere.get('/api/goals'),
    () => asAnasProgram.get('/api/jwt/goals'),
  )
  await expect.poll(() => answered).toEqual(refused(14))
  await asAna
    .get('/api/auth/user')
    .expect(429, { message: 'Too many requests at once. Please try again in a moment.' })
    .expect('Retry-After', '1')
  await asBen.get('/api/auth/user').expect(200)
  await unlock()
  await ended
  expect(answered.slice(14)).toEqual(Array(10).fill(200))
  await asAna.get('/api/auth/user').expect(200)
})

test('requests whose client has left count until their statements have ended', async () => {
  const server = await serve()
  server.handle(app)
  const cookie = await sessionCookieOf(app, ana)
  const unlock = await lockGoals()
  const agent = new Agent({ keepAlive: false })
  for (let n = 0; n < 10; n++) {
    const sent = get(`${server.origin}/api/goals`, { headers: { cookie }, agent }).on('error', () => {})
    const waiting = async () =>
      (
        await database.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount
    await expect.poll(waiting).toBe(n + 1)
    sent.destroy()
  }
  await asAna.get('/api/auth/user').expect(429)
  await unlock()
  await expect.poll(async () => (await asAna.get('/api/auth/user')).status).toBe(200)
})
