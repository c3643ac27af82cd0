import { get } from 'node:http'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { mostAtOnce } from '../../limits/few-at-once'
import { createEntry, createGoal, createUser } from '../../test/factories'
import { signInAnaAndBen } from '../../test/people'
import { serve } from '../../test/serve'
import { recordStatements } from '../../test/statements'
import { createTestApp, sessionCookieOf, signIn } from '../../test/test-app'

const { app, ctx, db } = await createTestApp()
const server = await serve()
server.handle(app)
const { ana, asAna, asBen } = await signInAnaAndBen(app, db)
await createEntry(db, ana.id, { entryDate: '2026-11-21', wins: 'Sun' })
const path = '/api/journal-entries?q=sun'
await asAna.get(path).expect(200)

/** Every search waits until the lock is given back. */
async function lockWords() {
  const client = await ctx.pool.connect()
  await client.query('begin')
  await client.query('lock table journal_words')
  const unlock = async () => void (await client.query('rollback'))
  onTestFinished(async () => {
    await unlock()
    client.release()
  })
  return unlock
}

test('costs two statements besides the session, which find the rows of one user by an index', async () => {
  for (let i = 0; i < 20; i++) {
    const { id } = await createUser(db)
    await db.execute(sql`insert into journal_entries (user_id, entry_date, wins)
      select ${id}, '2026-11-21'::date - n, 'Sun' from generate_series(0, 364) n`)
    const goal = await createGoal(db, id)
    await db.execute(sql`insert into goal_days (entry_id, goal_id, user_id)
      select id, ${goal.id}, ${id} from journal_entries where user_id = ${id}`)
  }
  await db.execute(sql`update journal_words set words = 'SUN'`)
  await db.execute(sql`vacuum analyze`)
  const statements = recordStatements(ctx.pool)
  await asAna.get(path).expect(200)
  const [, ...reads] = statements.all()
  expect(reads).toHaveLength(2)
  for (const { text, values } of reads) {
    const { rows } = await ctx.pool.query(`explain (format json) ${text}`, values)
    expect(JSON.stringify(rows)).not.toContain('Seq Scan')
  }
})

test('searches of one user wait for each other, and nobody else for all of them', async () => {
  const unlock = await lockWords()
  const statements = recordStatements(ctx.pool)
  const count = (text: string) => statements.all().filter((one) => one.text.includes(text)).length
  const searches = Array.from({ length: mostAtOnce }, async () => asAna.get(path))
  await expect.poll(() => count('sessions')).toBe(mostAtOnce)
  const order: string[] = []
  const note = async (who: string, search: PromiseLike<{ status: number }>) =>
    order.push(`${who} ${(await search).status}`)
  const all = [...searches.map((search) => note('Ana', search)), note('Ben', asBen.get(path))]
  await expect.poll(() => count('sessions')).toBe(mostAtOnce + 1)
  expect(count('like all')).toBe(1)
  await unlock()
  await Promise.all(all)
  expect(order.slice(0, 4)).toContain('Ben 200')
  expect(order.filter((one) => one === 'Ana 200')).toHaveLength(mostAtOnce)
})

test('the first search of a large journal lets others search between its parts', async () => {
  const hoarder = await createUser(db)
  const asHoarder = await signIn(app, hoarder)
  await db.execute(sql`insert into journal_entries (user_id, entry_date, wins)
    select ${hoarder.id}, '2026-11-21'::date - n, repeat('Sun and sea. ', 20) from generate_series(0, 4999) n`)
  const statements = recordStatements(ctx.pool)
  const filledIn = () => statements.all().filter(({ text }) => text.includes('update journal_words')).length
  const first = (async () => asHoarder.get(`${path}&limit=1`).expect(200))()
  await expect.poll(filledIn, { interval: 5 }).toBeGreaterThan(0)
  await asBen.get(path).expect(200)
  const before = filledIn()
  expect((await first).headers['x-total-count']).toBe('5000')
  expect(filledIn()).toBe(25)
  expect(before).toBeLessThan(25)
})

test('searches of any number of users leave the database to everybody else', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, async () => signIn(app, await createUser(db))))
  const unlock = await lockWords()
  const searches = people.map(async (person) => person.get(path))
  for (let i = 0; i < 5; i++) await asBen.get('/api/journal-entries').expect(200)
  await unlock()
  for (const { status } of await Promise.all(searches)) expect(status).toBe(200)
})

test('whoever has left before it is their turn is not searched for', async () => {
  const unlock = await lockWords()
  const statements = recordStatements(ctx.pool)
  const searches = () => statements.all().filter(({ text }) => text.includes('like all')).length
  const cookie = await sessionCookieOf(app, ana)
  const first = (async () => asAna.get(path).expect(200))()
  await expect.poll(searches).toBe(1)
  const second = get(server.origin + path, { headers: { cookie }, agent: false })
  second.on('error', () => {})
  await expect.poll(() => statements.all().filter(({ text }) => text.includes('sessions')).length).toBe(2)
  second.destroy()
  await asBen.get('/api/journal-entries').expect(200)
  await unlock()
  await first
  await asAna.get(path).expect(200)
  expect(searches()).toBe(2)
})
