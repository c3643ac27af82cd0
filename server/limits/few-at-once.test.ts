import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request as begin } from 'node:http'
import { connect, type Socket } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import request from 'supertest'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { users } from '@shared/schema'
import { createPool } from '../db/db'
import { unsubscribeToken } from '../features/reminders/unsubscribe-token'
import { createLog } from '../log'
import { createTestDatabase } from '../test/database'
import { createUser } from '../test/factories'
import { signInAnaAndBen } from '../test/people'
import { serve } from '../test/serve'
import {
  createTestApp,
  namedTokenOf,
  sessionCookieOf,
  signIn,
  tokenOf,
  withNamedToken,
  withToken,
} from '../test/test-app'

const connections = 20
const database = await createTestDatabase()
const pool = createPool({ databaseUrl: database.url, databasePoolMax: connections }, createLog('silent'))
pool.options.connectionTimeoutMillis = 60_000
afterAll(async () => {
  await pool.end()
  await database.drop()
})
const { app, ctx, db } = await createTestApp({ pool, settings: { TRUST_PROXY: '1' } })
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
  // After the answers to sign-outs, talks are still being ended.
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  const held = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  const release = () => held.splice(0).forEach((client) => client.release())
  onTestFinished(release)
  return release
}

const refused = (times: number) => Array<number>(times).fill(429)

const login = (n: number) =>
  request(app)
    .post('/api/auth/login')
    .set('X-Forwarded-For', `2001:db8:1:${n.toString(16)}::1`)
    .send({})
const sessions = await Promise.all(Array.from({ length: 13 }, () => signIn(app, ana)))

test.each<[string, (n: number) => ReturnType<Call>]>([
  ['a session', () => asAna.get('/api/goals')],
  ['13 sessions of one user', (n) => sessions[n % 13]!.get('/api/goals')],
  ['a session, of a path that does not exist', () => asAna.get('/api/nothing')],
  ['a session, of the page that asks', () => asAna.get('/api/logout').set('Sec-Fetch-Site', 'cross-site')],
  ['a session that signs out', () => sessions[0]!.get('/api/logout')],
  ['a token', () => asAnasProgram.get('/api/jwt/goals')],
  ['a link that turns reminders off', () => request(app).post(unsubscribe)],
  ['a network that guesses passwords', () => login(1)],
  ['the networks of a site that guesses passwords', login],
])('130 calls of %s take ten places in the line for a connection', async (_, call) => {
  const release = await fillPool()
  let n = 0
  const { answered, ended } = make(130, () => call(n++))
  await expect.poll(() => answered.length).toBeGreaterThanOrEqual(30)
  expect(new Set(answered)).toEqual(new Set([429]))
  expect(pool.waitingCount).toBe(10)
  const other = make(1, () => asBen.get('/api/goals').set('X-Forwarded-For', '192.0.2.2'))
  release()
  await ended
  await other.ended
  expect(other.answered).toEqual([200])
})

test('signing out without a session needs no connection', async () => {
  const release = await fillPool()
  const { answered, ended } = make(50, () => request(app).get('/api/logout'))
  await ended
  expect(answered).toEqual(Array(50).fill(302))
  release()
})

test('a token that was ended takes no place of its user', async () => {
  const eve = await createUser(db)
  const [asEve, asEnded] = [await signIn(app, eve), await withToken(app, eve)]
  await db
    .update(users)
    .set({ tokenVersion: sql`${users.tokenVersion} + 1` })
    .where(eq(users.id, eve.id))
  const release = await fillPool()
  const ended = make(130, () => asEnded.get('/api/jwt/goals').set('X-Forwarded-For', '192.0.2.3'))
  await expect.poll(() => ended.answered).toEqual(refused(120))
  const own = make(1, () => asEve.get('/api/goals'))
  release()
  await own.ended
  expect(own.answered).toEqual([200])
  await ended.ended
})

/** How many statements wait for a lock. */
const blocked = async () =>
  (
    await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rowCount

/** Lets what reads a table wait. */
async function lock(table: 'goals' | 'users') {
  const client = await database.pool.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
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

test('a user has ten requests of pages under way, over all sessions, and is told when to try again', async () => {
  const unlock = await lock('goals')
  const { answered, ended } = make(
    6,
    () => asAna.get('/api/goals'),
    () => asAnaElsewhere.get('/api/goals'),
  )
  await expect.poll(() => answered).toEqual(refused(2))
  await asAna
    .get('/api/auth/user')
    .expect(429, { message: 'Too many requests at once. Please try again in a moment.' })
    .expect('Retry-After', '1')
  await asBen.get('/api/auth/user').expect(200)
  await asAnasProgram.get('/api/jwt/user').expect(200)
  await unlock()
  await ended
  expect(answered.slice(2)).toEqual(Array(10).fill(200))
  await asAna.get('/api/auth/user').expect(200)
})

test('requests whose client has left count until their statements have ended', async () => {
  const server = await serve()
  server.handle(app)
  const cookie = await sessionCookieOf(app, ana)
  const unlock = await lock('goals')
  const agent = new Agent({ keepAlive: false })
  for (let n = 0; n < 10; n++) {
    const sent = get(`${server.origin}/api/goals`, { headers: { cookie }, agent }).on('error', () => {})
    await expect.poll(blocked).toBe(n + 1)
    sent.destroy()
  }
  await asAna.get('/api/auth/user').expect(429)
  await unlock()
  await expect.poll(async () => (await asAna.get('/api/auth/user')).status).toBe(200)
})

test('the places of pipelined requests whose client leaves before an answer come back', async () => {
  const server = await serve()
  let socket: Socket | undefined
  server.handle((req, res) => {
    socket = req.socket
    app(req, res)
  })
  const cookie = await sessionCookieOf(app, ana)
  const unlock = await lock('users')
  const { hostname, port } = new URL(server.origin)
  const client = connect(Number(port), hostname).on('error', () => {})
  client.write(`GET /api/export HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`.repeat(10))
  await expect.poll(blocked).toBe(10)
  client.destroy()
  await once(socket!, 'close')
  await unlock()
  const { answered, ended } = make(10, () => asAna.get('/api/goals'))
  await ended
  expect(answered).toEqual(Array(10).fill(200))
})

const bodies = await serve()
bodies.handle(app)

/** Begins POSTs with a token, whose bodies do not end, until one is refused. */
async function hold(path: string, token: string) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': 99,
  }
  const answered: unknown[] = []
  const one = () => {
    const sent = begin(bodies.origin + path, { method: 'POST', headers, agent: false })
    sent.on('error', () => {}).on('response', ({ statusCode }: IncomingMessage) => answered.push(statusCode))
    sent.write('{')
    onTestFinished(() => void sent.destroy())
    return answered
  }
  await expect.poll(one).toEqual([429])
}

test.each([
  ['/api/jwt/proposals', () => namedTokenOf(app, ana, ['propose'])],
  ['/api/mcp', () => namedTokenOf(app, ana, ['propose'])],
  ['/api/jwt/goals', () => tokenOf(app, ana)],
])(
  'slow bodies to %s with one token leave places to other tokens and to the pages',
  async (path, makeToken) => {
    const script = await withNamedToken(app, ana, ['goals:read'])
    await hold(path, await makeToken())
    const ofScript = make(4, () => script.get('/api/jwt/goals'))
    await ofScript.ended
    expect(ofScript.answered).toEqual([200, 200, 200, 200])
    await hold('/api/jwt/proposals', await namedTokenOf(app, ana, ['propose']))
    const ofPage = make(10, () => asAna.get('/api/goals'))
    await ofPage.ended
    expect(ofPage.answered).toEqual(Array(10).fill(200))
    const { body: tokens } = await asAna.get('/api/tokens').expect(200)
    for (const { id } of tokens) await asAna.delete(`/api/tokens/${id}`).expect(204)
  },
)
