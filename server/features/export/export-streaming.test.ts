import { readdir } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { eq, sql } from 'drizzle-orm'
import { expect, test, onTestFinished } from 'vitest'
import { begunExportLimit, lisaExport } from '@shared/export'
import { accountEvents } from '@shared/schema'
import { usesOf } from '../../limits/limits'
import { exportedTo } from '../../test/archives'
import { untilOneIsBlocked } from '../../test/blocked'
import { createEntry, createUser } from '../../test/factories'
import { createIncompressibleEntries, createLongEntries, drain, openList } from '../../test/long-lists'
import { serve } from '../../test/serve'
import { startSmallProcess } from '../../test/small-process'
import { createTestApp, sessionCookieOf, signIn } from '../../test/test-app'

const { app, ctx, db } = await createTestApp()
const server = await serve()
server.handle(app)

async function personWith(entries: number) {
  const user = await createUser(db)
  await createIncompressibleEntries(db, user.id, entries)
  return { user, cookie: await sessionCookieOf(app, user), client: await signIn(app, user) }
}

const open = (cookie: string) => openList(server.origin, cookie, '/api/export')

/** Transactions under way, which only exports keep open here. */
async function snapshots(more = sql`true`) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and xact_start is not null and backend_type = 'client backend' and pid <> pg_backend_pid()
      and query not like 'begin; lock%' and ${more}`)
  return rows[0]?.count
}

test('five exports an hour, which are told to the owner; a HEAD request is none', async () => {
  const user = await createUser(db)
  const client = await signIn(app, user)
  await client.head('/api/export').expect(200)
  for (let n = 0; n < 5; n++) await exportedTo(client)
  const { body, headers } = await client.get('/api/export').expect(429)
  expect(body.message).toMatch(/^You can export 5 times an hour. Try again in \d+ minutes.$/)
  expect(Number(headers['retry-after'])).toBeGreaterThan(3_000)
  await client.head('/api/export').expect(200)
  const events = await db.select().from(accountEvents).where(eq(accountEvents.userId, user.id))
  expect(events.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'export'))
})

test('a download that breaks off does not count as one of the five; twenty may begin', async () => {
  const { user, cookie, client } = await personWith(8)
  for (let n = 0; n < 6; n++)
    await expect
      .poll(async () => {
        const response = await open(cookie)
        response.destroy()
        return response.statusCode
      })
      .toBe(200)
  await expect.poll(async () => (await client.get('/api/export')).status).toBe(200)
  for (let n = 0; n < 13; n++) await usesOf(ctx, begunExportLimit).take(user.id)
  const refused = async () => (await client.get('/api/export').expect(429)).body.message
  await expect.poll(refused).toMatch(/^You can begin 20 exports an hour\. Try again in \d+ minutes\.$/)
}, 120_000)

/** Runs `task` while every export waits for the goals. */
async function whileMaking(task: () => Promise<void>) {
  const other = await ctx.pool.connect()
  try {
    await other.query('begin; lock table goals in access exclusive mode')
    await task()
  } finally {
    await other.query('rollback')
    other.release()
  }
}

test('an export is one snapshot, whatever is written while it is made', async () => {
  const { user, client } = await personWith(20)
  let sent: ReturnType<typeof exportedTo> | undefined
  await whileMaking(async () => {
    sent = exportedTo(client)
    sent.catch(() => {})
    await untilOneIsBlocked(db)
    await createEntry(db, user.id, { entryDate: '1950-01-01', wins: 'Written meanwhile' })
  })
  const files = await sent!
  const { entries } = lisaExport.parse(JSON.parse(files.get('lisa.json') ?? ''))
  expect(entries).toHaveLength(20)
  expect([...files.keys()].filter((name) => name.startsWith('journal/'))).toHaveLength(20)
  expect(files.get('index.html')).toContain('20 entries from ')
  expect([...files.values()].some((content) => content.includes('Written meanwhile'))).toBe(false)
}, 60_000)

test('of one person one export is made at a time, also by several instances; of all a few', async () => {
  const clients = await Promise.all(Array.from({ length: 14 }, async () => signIn(app, await createUser(db))))
  const { cookie, client } = await personWith(1)
  // Another instance has no turns in common with this one.
  const other = await startSmallProcess(ctx)
  const sent: Promise<number>[] = []
  await whileMaking(async () => {
    const first = client.get('/api/export')
    sent.push(first.then(({ status }) => status))
    await untilOneIsBlocked(db)
    const second = await client.get('/api/export').expect(429)
    expect(second.headers['retry-after']).toBe('10')
    expect(second.body.message).toMatch(/^Your export is already being made/)
    expect((await fetch(`${other}/api/export`, { headers: { cookie } })).status).toBe(429)

    const waiting = clients.slice(0, 11).map(async (each) => (await each.get('/api/export')).status)
    sent.push(...waiting)
    await expect.poll(() => snapshots()).toBe(4)
    const { body, headers } = await clients[12]!.get('/api/export').expect(503)
    expect(headers['retry-after']).toBe('60')
    expect(body.message).toMatch(/^Too many people are exporting/)
  })
  expect(new Set(await Promise.all(sent))).toEqual(new Set([200]))
}, 120_000)

test('clients that read slowly hold up neither others nor the database, and leave no file', async () => {
  const slow = []
  for (let n = 0; n < 6; n++) slow.push(await open((await personWith(10)).cookie))
  expect(slow.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 200))
  expect(await snapshots()).toBe(0)
  expect((await readdir(tmpdir())).filter((name) => name.startsWith('lisa-download'))).toEqual([])
  const [first] = slow
  const { bytes, isComplete } = await drain(first!)
  expect([bytes, isComplete]).toEqual([Number(first!.headers['content-length']), true])
}, 120_000)

test('clients that leave while their exports are made give their turns back', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => personWith(1)))
  const { client } = await personWith(1)
  const patiently = async (): Promise<number> => {
    const { status } = await client.get('/api/export')
    return status === 503 ? patiently() : status
  }
  let arrived = 0
  server.handle((req, res) => {
    arrived++
    app(req, res)
  })
  let sent: Promise<number> | undefined
  await whileMaking(async () => {
    const requests = people.map(({ cookie }) =>
      get(`${server.origin}/api/export`, { headers: { cookie } }).on('error', () => {}),
    )
    await expect.poll(async () => [arrived, await snapshots()]).toEqual([12, 4])
    for (const request of requests) request.destroy()
    const waiting = sql`wait_event_type = 'Lock' and xact_start > ${new Date().toISOString()}`
    sent = patiently()
    // Before their statements, which wait for the goals, run out of time.
    await expect.poll(() => snapshots(waiting), { timeout: 5_000 }).toBe(1)
  })
  expect(await sent).toBe(200)
  await expect.poll(() => snapshots()).toBe(0)
}, 60_000)

test('a failure while it is made is an ordinary answer', async () => {
  const { client } = await personWith(1)
  await whileMaking(async () => {
    const answered = client
      .get('/api/export')
      .then(({ status, type, headers }) => ({ status, type, headers }))
    await untilOneIsBlocked(db)
    await ctx.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    const { headers, ...answer } = await answered
    expect(answer).toEqual({ status: 503, type: 'application/json' })
    expect(headers).not.toHaveProperty('content-disposition')
  })
  await exportedTo(client)
}, 60_000)

test('where no file can be made the answer is a refusal that does not count, and the process goes on', async () => {
  const { client } = await personWith(1)
  const { TMPDIR } = process.env
  const restore = () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  onTestFinished(restore)
  process.env.TMPDIR = '/no/such/folder'
  for (let n = 0; n < 21; n++) {
    await client.get('/api/export').expect(503)
    // PostgreSQL keeps the lock of an export until it has seen that the connection is closed.
    await expect.poll(() => snapshots()).toBe(0)
  }
  restore()
  await exportedTo(client)
  await expect.poll(() => snapshots()).toBe(0)
}, 60_000)

test('without a database the answer is an ordinary one', async () => {
  const { client } = await personWith(0)
  const { connectionString } = ctx.pool.options
  ctx.pool.options.connectionString = 'postgres://127.0.0.1:1/none'
  const { headers } = await client.get('/api/export').expect(503)
  ctx.pool.options.connectionString = connectionString
  expect(headers).toMatchObject({ 'retry-after': '5', 'content-type': 'application/json; charset=utf-8' })
  expect(headers).not.toHaveProperty('content-disposition')
})

test(
  '66 MB of entries, which are read three times, are exported within a heap of 64 MB',
  { timeout: 120_000, tags: 'nightly' },
  async () => {
    const user = await createUser(db)
    await createLongEntries(db, user.id, 120)
    const origin = await startSmallProcess(ctx)
    const { bytes, isComplete } = await drain(
      await openList(origin, await sessionCookieOf(app, user), '/api/export'),
    )
    expect(isComplete).toBe(true)
    expect(bytes).toBeGreaterThan(120 * 1_000)
  },
)
