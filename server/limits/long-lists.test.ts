import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { goals, journalEntries } from '@shared/schema'
import { goalColumns } from '../features/goals/goals-repository'
import { entryColumns } from '../features/journal/journal-repository'
import { createLongEntries, drain, openList } from '../test/long-lists'
import { signInAnaAndBen } from '../test/people'
import { serve } from '../test/serve'
import { startSmallProcess } from '../test/small-process'
import { recordStatements } from '../test/statements'
import { createTestApp, sessionCookieOf } from '../test/test-app'

const { app, ctx, db } = await createTestApp()
const server = await serve()
server.handle(app)
const { ana, ben, asAna, asBen } = await signInAnaAndBen(app, db)
const [cookie, cookieOfBen] = [await sessionCookieOf(app, ana), await sessionCookieOf(app, ben)]
await createLongEntries(db, ana.id, 200)

test(
  'three lists of 33 MB at once do not end a process with a heap of 64 MB',
  { timeout: 120_000, tags: 'nightly' },
  async () => {
    const origin = await startSmallProcess(ctx)
    const lists = Array.from({ length: 3 }, () => openList(origin, cookie, '/api/journal-entries?limit=60'))
    await Promise.race(lists)
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    const read = await Promise.all(lists.map(async (list) => drain(await list)))
    expect(read.map(({ isComplete }) => isComplete)).toEqual([true, true, true])
    for (const { bytes } of read) expect(bytes).toBeGreaterThan(60 * 550_000)
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  },
)

test('lists of pipelined requests whose client leaves give their turns back', async () => {
  const { hostname, port } = new URL(server.origin)
  const client = connect(Number(port), hostname)
  client.on('error', () => {})
  client.write(`GET /api/journal-entries HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`.repeat(6))
  await once(client, 'data')
  client.destroy()
  const status = async () => {
    const list = await openList(server.origin, cookie)
    list.destroy()
    return list.statusCode
  }
  await expect.poll(status).toBe(200)
  const lists = await Promise.all(
    [1, 2, 3].map(() => openList(server.origin, cookie, '/api/journal-entries?limit=5')),
  )
  const read = await Promise.all(lists.map(drain))
  expect(read.map(({ isComplete }) => isComplete)).toEqual([true, true, true])
})

test('of one user two long lists are sent at a time, four wait, and more are refused', async () => {
  const sent = await Promise.all([openList(server.origin, cookie), openList(server.origin, cookie)])
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const others = Array.from({ length: 5 }, () => {
    const list: { promise: Promise<IncomingMessage>; response?: IncomingMessage } = {
      promise: openList(server.origin, cookie).then((response) => (list.response = response)),
    }
    return list
  })
  const refused = await Promise.race(others.map(({ promise }) => promise))
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10'])
  const waiting = others.filter(({ response }) => !response)
  expect(waiting).toHaveLength(4)

  // What fits into one batch never waits, and neither does anybody else.
  await asAna.get('/api/journal-entries?limit=1').expect(200)
  await asAna.get('/api/goals').expect(200)
  await createLongEntries(db, ben.id, 10)
  expect((await openList(server.origin, cookieOfBen)).statusCode).toBe(200)

  sent[0]?.destroy()
  const next = await Promise.race(waiting.map(({ promise }) => promise))
  expect(next.statusCode).toBe(200)
  expect(waiting.filter(({ response }) => !response)).toHaveLength(3)
  // A client that leaves while it waits gives its place to the next one.
  for (const { promise } of waiting) void promise.then((response) => response.destroy())
  sent[1]?.destroy()
  await Promise.all(waiting.map(({ promise }) => promise))
})

test('a long list is sent at 10 MB a second at most', async () => {
  const begun = performance.now()
  const { bytes } = await drain(await openList(server.origin, cookie, '/api/journal-entries?limit=10'))
  expect(bytes).toBeGreaterThan(10 * 550_000)
  // A least time, which a busy machine only makes longer.
  expect(performance.now() - begun).toBeGreaterThan(500)
})

test('a list ends with its connection when the database fails on the way', async () => {
  const list = await openList(server.origin, cookie)
  await ctx.pool.query('alter table journal_entries rename to elsewhere')
  const { bytes, isComplete } = await drain(list)
  await ctx.pool.query('alter table elsewhere rename to journal_entries')
  expect(bytes).toBeLessThan(200 * 550_000)
  expect(isComplete).toBe(false)
  await asAna.get('/api/journal-entries?limit=1').expect(200)
})

test('an error before the first row is an ordinary answer', async () => {
  await ctx.pool.query('alter table goals rename to elsewhere')
  const { body } = await asAna.get('/api/goals').expect(500)
  await ctx.pool.query('alter table elsewhere rename to goals')
  expect(body).toEqual({ message: 'Internal Server Error' })
})

test('a client that goes away is read for no longer', async () => {
  const statements = recordStatements(ctx.pool)
  const list = await openList(server.origin, cookie)
  list.destroy()
  for (let i = 0; i < 5; i++) await asBen.get('/api/goals').expect(200)
  const reads = () => statements.all().filter(({ text }) => text.includes('journal_entries')).length
  const soFar = reads()
  expect(soFar).toBeLessThan(50)
  for (let i = 0; i < 5; i++) await asBen.get('/api/goals').expect(200)
  expect(reads()).toBe(soFar)
})

test('a long list is byte for byte what one statement gives, also compressed', async () => {
  await db.execute(sql`
    insert into journal_entries (user_id, entry_date, wins)
    select ${ben.id}, '2020-01-01'::date - n, repeat('wörd ', n % 40) from generate_series(1, 2500) n`)
  const all = await db
    .select(entryColumns)
    .from(journalEntries)
    .where(eq(journalEntries.userId, ben.id))
    .orderBy(desc(journalEntries.entryDate))
  const { text, headers } = await asBen
    .get('/api/journal-entries')
    .set('Accept-Encoding', 'identity')
    .expect(200)
  expect(text === JSON.stringify(all)).toBe(true)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  const compressed = await asBen.get('/api/journal-entries').set('Accept-Encoding', 'gzip').expect(200)
  expect(compressed.headers['content-encoding']).toBe('gzip')
  expect(compressed.text === text).toBe(true)
  const page = await asBen.get('/api/journal-entries?limit=1500&before=2020-01-01').expect(200)
  const older = all.filter(({ entryDate }) => entryDate < '2020-01-01')
  expect(page.text === JSON.stringify(older.slice(0, 1500))).toBe(true)
  await asBen.head('/api/journal-entries').expect(200)
})

test('goals of one instant come in the same order as from one statement, by timeline too', async () => {
  await db.execute(sql`
    insert into goals (user_id, title, timeline, created_at)
    select ${ben.id}, 'Goal ' || n, (array['monthly', 'annual'])[n % 2 + 1], '2026-01-01'::timestamptz + n % 3 * interval '1 ms'
    from generate_series(1, 2300) n`)
  const all = await db
    .select(goalColumns)
    .from(goals)
    .where(eq(goals.userId, ben.id))
    .orderBy(desc(goals.createdAt), desc(goals.id))
  expect((await asBen.get('/api/goals').expect(200)).text === JSON.stringify(all)).toBe(true)
  const annual = all.filter(({ timeline }) => timeline === 'annual')
  const { text } = await asBen.get('/api/goals?timeline=annual').expect(200)
  expect(text === JSON.stringify(annual)).toBe(true)
})

test('an ordinary list costs one statement besides the session', async () => {
  const statements = recordStatements(ctx.pool)
  for (const path of [
    '/api/goals',
    '/api/journal-entries?limit=1',
    '/api/journal-entries?before=2000-01-01',
  ]) {
    statements.clear()
    await asAna.get(path).expect(200)
    expect(statements.all()).toHaveLength(2)
  }
})
