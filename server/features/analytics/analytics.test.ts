import fc from 'fast-check'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '@shared/dates'
import { journalEntries, journalRuns, users } from '@shared/schema'
import { allTimezones, localDay } from '@shared/timezones'
import { createEntry, createGoal, createUser } from '../../test/factories'
import type { Client } from '../../test/people'
import { createTestApp, signIn } from '../../test/test-app'

let now = new Date('2026-11-21T12:00:00Z')
const { app, db } = await createTestApp({ now: () => now })
afterEach(() => void (now = new Date('2026-11-21T12:00:00Z')))

const analytics = async (client: Client) => ({
  ...(await client.get('/api/analytics/streak').expect(200)).body,
  ...(await client.get('/api/analytics/weekly-count').expect(200)).body,
})

test('without an entry all is zero', async () => {
  const client = await signIn(app, await createUser(db))
  expect(await analytics(client)).toEqual({ streak: 0, longest: 0, weeklyCount: 0 })
  expect((await client.get('/api/analytics/monthly-goals').expect(200)).body).toEqual({ monthlyGoals: 0 })
})

test('counts the monthly goals that are mine', async () => {
  const [ana, ben] = [await createUser(db), await createUser(db)]
  await createGoal(db, ana.id, { timeline: 'monthly' })
  await createGoal(db, ana.id, { timeline: 'annual' })
  await createGoal(db, ben.id, { timeline: 'monthly' })
  const { body } = await (await signIn(app, ana)).get('/api/analytics/monthly-goals').expect(200)
  expect(body).toEqual({ monthlyGoals: 1 })
})

test("another user's entries count for nothing", async () => {
  const [ana, ben] = [await createUser(db), await createUser(db)]
  await createEntry(db, ben.id, { entryDate: '2026-11-21' })
  expect(await analytics(await signIn(app, ana))).toEqual({ streak: 0, longest: 0, weeklyCount: 0 })
})

test.each([
  ['ends today', ['2026-11-21', '2026-11-20', '2026-11-18'], 2],
  ['ends yesterday', ['2026-11-20', '2026-11-19'], 2],
  ['ended the day before yesterday', ['2026-11-19', '2026-11-18'], 0],
  ['ends tomorrow', ['2026-11-22', '2026-11-21'], 2],
  ['goes on beyond tomorrow', ['2026-11-24', '2026-11-23', '2026-11-22', '2026-11-21', '2026-11-20'], 3],
  ['is all in the future', ['2026-11-23', '2026-11-24'], 0],
])('a streak that %s', async (_, dates, streak) => {
  const user = await createUser(db)
  for (const entryDate of dates) await createEntry(db, user.id, { entryDate })
  expect(await analytics(await signIn(app, user))).toMatchObject({ streak })
})

test.each([
  ['is over', ['2026-11-21', '2025-03-01', '2025-03-02', '2025-03-03'], 1, 3],
  ['goes on', ['2026-11-21', '2026-11-20', '2026-11-19', '2025-03-01', '2025-03-02'], 3, 3],
  ['is still to come', ['2026-11-20', '2026-12-01', '2026-12-02'], 1, 1],
  ['was broken', ['2025-03-01', '2025-03-02'], 0, 2],
  ['goes on beyond tomorrow', ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'], 3, 3],
  ['begins the day after tomorrow', ['2026-11-23', '2026-11-24'], 0, 0],
  ['ended the day before yesterday', ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-21'], 1, 3],
  ['ended before that', ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-20'], 1, 3],
])('the longest streak %s', async (_, dates, streak, longest) => {
  const [user, other] = [await createUser(db), await createUser(db)]
  for (const entryDate of dates) await createEntry(db, user.id, { entryDate })
  for (let n = 1; n < 9; n++) await createEntry(db, other.id, { entryDate: `2024-05-0${n}` })
  expect(await analytics(await signIn(app, user))).toMatchObject({ streak, longest })
})

test('today is the date in the timezone of the user, from UTC-12 to UTC+14, over both nights of a clock change', async () => {
  const user = await createUser(db)
  const client = await signIn(app, user)
  const instants = [
    '2024-02-29T11:30:00Z',
    '2025-12-31T23:59:59Z',
    '2026-03-29T00:59:59Z',
    '2026-03-29T22:00:00Z',
    '2026-10-25T22:30:00Z',
    '2026-10-25T23:00:00Z',
  ]
  const zones = [
    'Etc/GMT+12',
    'America/St_Johns',
    'UTC',
    'Europe/Berlin',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'Pacific/Kiritimati',
  ]
  for (const zone of zones) {
    await db.update(users).set({ timezone: zone }).where(eq(users.id, user.id))
    for (const instant of instants) {
      now = new Date(instant)
      const today = localDay(now, zone)
      await db.delete(journalEntries).where(eq(journalEntries.userId, user.id))
      for (const offset of [-4, -3, -2, -1])
        await createEntry(db, user.id, { entryDate: addDays(today, offset) })
      const monday = daysSinceMonday(today)
      expect([zone, instant, await analytics(client)]).toEqual([
        zone,
        instant,
        { streak: 4, longest: 4, weeklyCount: Math.min(monday, 4) },
      ])
    }
  }
})

test("the browser's day goes before the timezone of the settings, if it is today anywhere", async () => {
  const user = await createUser(db)
  const client = await signIn(app, user)
  // A Sunday in UTC, and Monday in the browser.
  now = new Date('2026-11-22T20:00:00Z')
  for (const entryDate of ['2026-11-21', '2026-11-22', '2026-11-23'])
    await createEntry(db, user.id, { entryDate })
  const of = async (date: string) => ({
    ...(await client.get('/api/analytics/streak').query({ date }).expect(200)).body,
    ...(await client.get('/api/analytics/weekly-count').query({ date }).expect(200)).body,
  })
  expect(await analytics(client)).toEqual({ streak: 3, longest: 3, weeklyCount: 2 })
  expect(await of('2026-11-23')).toEqual({ streak: 3, longest: 3, weeklyCount: 1 })
  expect(await of('2026-11-21')).toEqual({ streak: 2, longest: 2, weeklyCount: 2 })
  for (const date of ['2026-11-20', '2026-11-24', 'today', '2026-02-30']) {
    const answer = await client.get('/api/analytics/streak').query({ date }).expect(400)
    expect(answer.body.message).toMatch(/date/i)
    await client.get('/api/analytics/weekly-count').query({ date }).expect(400)
  }
})

test('every zone on offer can be counted in', async () => {
  const user = await createUser(db)
  const client = await signIn(app, user)
  await createEntry(db, user.id, { entryDate: '2026-11-21' })
  for (const timezone of allTimezones().filter((_, index) => index % 20 === 0)) {
    await db.update(users).set({ timezone }).where(eq(users.id, user.id))
    expect((await analytics(client)).streak).toBe(1)
  }
})

const daysSinceMonday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

describe('the runs of days that the database keeps', () => {
  test('are right after any sequence of entries that come, go and move', async () => {
    const user = await createUser(db)
    const day = fc.integer({ min: 0, max: 24 }).map((offset) => addDays('2024-02-20', offset))
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('add' as const), day }) },
      fc.record({ kind: fc.constant('remove' as const), day }),
      fc.record({ kind: fc.constant('move' as const), day, to: day }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        await db.delete(journalEntries).where(eq(journalEntries.userId, user.id))
        const days = new Set<string>()
        for (const step of steps) {
          const at = sql`${journalEntries.userId} = ${user.id} and ${journalEntries.entryDate} = ${step.day}`
          if (step.kind === 'add' && !days.has(step.day)) {
            await db.insert(journalEntries).values({ userId: user.id, entryDate: step.day })
            days.add(step.day)
          } else if (step.kind === 'remove') {
            await db.delete(journalEntries).where(at)
            days.delete(step.day)
          } else if (step.kind === 'move' && days.has(step.day) && !days.has(step.to)) {
            await db.update(journalEntries).set({ entryDate: step.to }).where(at)
            days.delete(step.day)
            days.add(step.to)
          }
        }
        expect(await keptDays(user.id)).toEqual([...days].sort())
      }),
      { numRuns: 60, seed: 4711 },
    )
  })

  test('are right when neighbouring days are written at the same moment', async () => {
    const user = await createUser(db)
    // One user may have ten requests under way.
    const dates = Array.from({ length: 10 }, (_, offset) => addDays('2026-11-12', offset))
    const client = await signIn(app, user)
    await Promise.all(
      dates.map((entryDate) => client.post('/api/journal-entries').send({ entryDate }).expect(201)),
    )
    expect(await db.select().from(journalRuns).where(eq(journalRuns.userId, user.id))).toEqual([
      { userId: user.id, firstDay: dates[0], lastDay: dates.at(-1) },
    ])
    expect((await analytics(client)).streak).toBe(10)
  })

  test('go with the user', async () => {
    const user = await createUser(db)
    for (let offset = 0; offset < 5; offset++)
      await createEntry(db, user.id, { entryDate: addDays('2026-11-10', offset) })
    await db.delete(users).where(eq(users.id, user.id))
    expect(await db.select().from(journalRuns).where(eq(journalRuns.userId, user.id))).toEqual([])
  })

  /** Every day of every run; runs that touch, overlap or are turned round would show. */
  async function keptDays(userId: string) {
    const runs = await db
      .select()
      .from(journalRuns)
      .where(eq(journalRuns.userId, userId))
      .orderBy(journalRuns.firstDay)
    runs.forEach((run, index) => {
      const previous = runs[index - 1]
      if (previous) expect(daysBetween(previous.lastDay, run.firstDay)).toBeGreaterThan(1)
    })
    return runs.flatMap(({ firstDay, lastDay }) =>
      Array.from({ length: daysBetween(firstDay, lastDay) + 1 }, (_, offset) => addDays(firstDay, offset)),
    )
  }
})
