import { buffer } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { lisaExport } from '@shared/export'
import { accountEvents } from '@shared/schema'
import { exportedTo, unzip } from '../../test/archives'
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
async function snapshots() {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and xact_start is not null and backend_type = 'client backend' and pid <> pg_backend_pid()`)
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

test('an export is one snapshot, however slowly it is read and whatever is written meanwhile', async () => {
  const { user, cookie } = await personWith(20)
  const response = await open(cookie)
  await createEntry(db, user.id, { entryDate: '1950-01-01', wins: 'Written meanwhile' })
  const files = await unzip(await buffer(response))
  const { entries } = lisaExport.parse(JSON.parse(files.get('lisa.json') ?? ''))
  expect(entries).toHaveLength(20)
  expect([...files.keys()].filter((name) => name.startsWith('journal/'))).toHaveLength(20)
  expect(files.get('index.html')).toContain('20 entries from ')
  expect([...files.values()].some((content) => content.includes('Written meanwhile'))).toBe(false)
}, 60_000)

test('of one person one export is made at a time, also by several instances; of all a few', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => personWith(20)))
  const [first, ...others] = people
  const sent = [await open(first!.cookie)]
  const second = await first!.client.get('/api/export').expect(429)
  expect(second.headers['retry-after']).toBe('10')
  expect(second.body.message).toMatch(/^Your export is already being made/)

  for (const { cookie } of others.slice(0, 3)) sent.push(await open(cookie))
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const { body, headers } = await others[3]!.client.get('/api/export').expect(503)
  expect(headers['retry-after']).toBe('60')
  expect(body.message).toMatch(/^Too many people are exporting/)

  // Another instance has no turns in common with this one.
  const other = await startSmallProcess(ctx)
  sent[1]?.destroy()
  const elsewhere = await fetch(`${other}/api/export`, { headers: { cookie: first!.cookie } })
  expect(elsewhere.status).toBe(429)
  for (const response of sent) response.destroy()
  await expect.poll(snapshots).toBe(0)
}, 120_000)

test('a client that leaves frees the connection and its turn', async () => {
  const { cookie } = await personWith(20)
  for (let n = 0; n < 3; n++) {
    const response = await open(cookie)
    expect(response.statusCode).toBe(200)
    expect(await snapshots()).toBe(1)
    response.destroy()
    await expect.poll(snapshots).toBe(0)
  }
}, 60_000)

test('an error in the middle ends the connection, so that no part is taken for the whole', async () => {
  const { cookie } = await personWith(20)
  const response = await open(cookie)
  await ctx.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and xact_start is not null and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  expect((await drain(response)).isComplete).toBe(false)
  await expect.poll(async () => (await open(cookie)).statusCode).toBe(200)
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

test('66 MB of entries, which are read three times, are exported within a heap of 64 MB', async () => {
  const user = await createUser(db)
  await createLongEntries(db, user.id, 120)
  const origin = await startSmallProcess(ctx)
  const { bytes, isComplete } = await drain(
    await openList(origin, await sessionCookieOf(app, user), '/api/export'),
  )
  expect(isComplete).toBe(true)
  expect(bytes).toBeGreaterThan(120 * 1_000)
}, 120_000)
