import { beforeEach, expect, test } from 'vitest'
import type { Scope } from '@shared/scopes'
import { createEntry, createGoal, createUser } from '../../test/factories'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { createTestApp, signIn, withNamedToken } from '../../test/test-app'

const { app, db } = await createTestApp()
let ana: User, asAna: Client, asBen: Client
beforeEach(async () => ({ ana, asAna, asBen } = await signInAnaAndBen(app, db)))

const review = async (from: string, to: string, client = asAna) =>
  (await client.get('/api/review').query({ from, to }).expect(200)).body
const noMoods = { 'very-sad': 0, sad: 0, neutral: 0, happy: 0, 'very-happy': 0 }

test('counts the days and chosen moods of the period, and gives its goals with the lines of their days', async () => {
  const at = (day: string) => ({ createdAt: new Date(`${day}T00:00:00Z`) })
  const read = await createGoal(db, ana.id, { title: 'Read', ...at('2026-01-01') })
  const run = await createGoal(db, ana.id, { title: 'Run', timeline: 'annual', ...at('2026-01-02') })
  const done = await createGoal(db, ana.id, {
    title: 'Done',
    ...at('2026-01-03'),
    achievedAt: new Date('2026-11-18T12:00:00Z'),
  })
  const before = await createGoal(db, ana.id, { achievedAt: new Date('2026-11-01T12:00:00Z') })
  await createEntry(db, ana.id, { entryDate: '2026-11-15', mood: 'sad' }, [read.id])
  const first = await createEntry(
    db,
    ana.id,
    { entryDate: '2026-11-16', mood: 'happy', dailyEvents: 'Sun', gratitude3: 'Tea', goalProgress: '5 km' },
    [run.id, before.id],
  )
  await createEntry(db, ana.id, { entryDate: '2026-11-17', wins: 'Unnamed' })
  const second = await createEntry(
    db,
    ana.id,
    { entryDate: '2026-11-19', mood: 'neutral', moodChosen: true, challenges: 'Rain' },
    [run.id],
  )
  await createEntry(db, ana.id, { entryDate: '2026-11-22', mood: 'happy' })
  await createEntry(db, ana.id, { entryDate: '2026-11-23', mood: 'happy' }, [read.id])
  const line = { entryDate: '2026-11-16', entryId: first.id, firstLine: 'Tea' }
  expect(await review('2026-11-16', '2026-11-22')).toEqual({
    from: '2026-11-16',
    to: '2026-11-22',
    entries: 4,
    moods: { ...noMoods, happy: 2, neutral: 1 },
    goals: [
      { goalId: before.id, title: before.title, timeline: 'monthly', days: [line] },
      {
        goalId: run.id,
        title: 'Run',
        timeline: 'annual',
        days: [line, { entryDate: '2026-11-19', entryId: second.id, firstLine: 'Rain' }],
      },
    ],
    achieved: [{ goalId: done.id, title: 'Done' }],
    untouched: [{ goalId: read.id, title: 'Read' }],
    longestStreak: 2,
  })
  expect(await review('2026-11-16', '2026-11-22', asBen)).toEqual({
    from: '2026-11-16',
    to: '2026-11-22',
    entries: 0,
    moods: noMoods,
    goals: [],
    achieved: [],
    untouched: [],
    longestStreak: 0,
  })
})

test.each([
  ['Pacific/Kiritimati', '2026-11-21T09:59:59.999Z', '2026-11-21'],
  ['Pacific/Kiritimati', '2026-11-21T10:00:00Z', '2026-11-22'],
  ['Etc/GMT+12', '2026-11-21T11:59:59.999Z', '2026-11-20'],
  ['Etc/GMT+12', '2026-11-21T12:00:00Z', '2026-11-21'],
  // The clock goes back at 03:00 and forward at 02:00: the days have 25 and 23 hours.
  ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
  ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
  ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
  ['Asia/Kathmandu', '2025-12-31T18:15:00Z', '2026-01-01'],
  ['UTC', '2024-02-29T23:59:59.999Z', '2024-02-29'],
])('in %s a goal that was achieved at %s is one of %s', async (timezone, achievedAt, day) => {
  const user = await createUser(db, { timezone })
  const { id } = await createGoal(db, user.id, { achievedAt: new Date(achievedAt) })
  const client = await signIn(app, user)
  const next = (count: number) => new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
  const achievedOn = async (from: string, to: string) =>
    (await review(from, to, client)).achieved.map(({ goalId }: { goalId: string }) => goalId)
  expect(await achievedOn(day, day)).toEqual([id])
  expect(await achievedOn(next(-6), day)).toEqual([id])
  expect(await achievedOn(day, next(6))).toEqual([id])
  expect(await achievedOn(next(-6), next(-1))).toEqual([])
  expect(await achievedOn(next(1), next(6))).toEqual([])
})

test('a goal that was made after the period, by the timezone of the settings, is not without a day in it', async () => {
  const user = await createUser(db, { timezone: 'Asia/Kathmandu' })
  const client = await signIn(app, user)
  const at = (createdAt: string) => createGoal(db, user.id, { createdAt: new Date(createdAt) })
  const { id } = await at('2026-11-22T18:14:59Z')
  await at('2026-11-22T18:15:00Z')
  const untouched = async (from: string, to: string) =>
    (await review(from, to, client)).untouched.map(({ goalId }: { goalId: string }) => goalId)
  expect(await untouched('2026-11-16', '2026-11-22')).toEqual([id])
  expect(await untouched('2026-11-16', '2026-11-23')).toHaveLength(2)
  expect(await untouched('2025-01-01', '2025-12-31')).toEqual([])
})

test.each([
  ['a monthly one', 'the month', { timeline: 'monthly' }, '2026-11-01', '2026-11-30', true],
  ['a monthly one', 'the year', { timeline: 'monthly' }, '2026-01-01', '2026-12-31', true],
  ['a monthly one', 'some days of the month', { timeline: 'monthly' }, '2026-11-01', '2026-11-29', false],
  ['an annual one', 'the year', { timeline: 'annual' }, '2026-01-01', '2026-12-31', true],
  ['an annual one', 'the month', { timeline: 'annual' }, '2026-11-01', '2026-11-30', false],
  ['a long-term one', 'the year', { timeline: 'long-term' }, '2026-01-01', '2026-12-31', false],
  [
    'one that goes on',
    'the month',
    { timeline: 'monthly', keptOn: '2026-12-01' },
    '2026-11-01',
    '2026-11-30',
    false,
  ],
  [
    'one made that day',
    'the month',
    { timeline: 'monthly', createdAt: new Date('2026-12-01T12:00:00Z') },
    '2026-11-01',
    '2026-11-30',
    false,
  ],
] as const)('achieved on the day after, %s counts in %s: %j, %s to %s: %s', async (...row) => {
  const [, , goal, from, to, counts] = row
  const user = await createUser(db, { timezone: 'Etc/GMT+12' })
  const client = await signIn(app, user)
  const createdAt = new Date('2026-01-02T12:00:00Z')
  const dayEnds = Date.parse(to) + 2.5 * 86_400_000
  const achievedAt = (time: number) =>
    createGoal(db, user.id, { createdAt, ...goal, achievedAt: new Date(time) })
  const { id } = await achievedAt(dayEnds - 1)
  await achievedAt(dayEnds)
  const { achieved, untouched } = await review(from, to, client)
  expect(achieved.map(({ goalId }: { goalId: string }) => goalId)).toEqual(counts ? [id] : [])
  expect(untouched).toEqual([])
})

test.each([
  ['a week across the new year', '2025-12-29', '2026-01-04', 7],
  ['a month with a leap day', '2024-02-01', '2024-02-29', 29],
  ['a February without one', '2026-02-01', '2026-02-28', 28],
  ['the week in which the clock goes forward', '2026-03-23', '2026-03-29', 7],
  ['the week in which the clock goes back', '2026-10-19', '2026-10-25', 7],
  ['a leap year', '2024-01-01', '2024-12-31', 366],
])('the longest streak of %s has at most its days', async (_, from, to, days) => {
  const user = await createUser(db, { timezone: 'Europe/Berlin' })
  const client = await signIn(app, user)
  const start = Date.parse(from)
  const dates = Array.from({ length: days + 20 }, (_, n) =>
    new Date(start + (n - 10) * 86_400_000).toISOString().slice(0, 10),
  )
  for (const entryDate of dates) await createEntry(db, user.id, { entryDate })
  expect(await review(from, to, client)).toMatchObject({ entries: days, longestStreak: days })
  const missed = await client.get(`/api/journal-entries/by-date/${dates[12]}`)
  await client.delete(`/api/journal-entries/${missed.body.id}`).expect(204)
  expect(await review(from, to, client)).toMatchObject({ entries: days - 1, longestStreak: days - 3 })
})

test('takes at most 366 days, and the first and the last day that there are', async () => {
  const get = (from: string, to: string) => asAna.get('/api/review').query({ from, to })
  await get('2025-01-01', '2026-01-02').expect(400)
  await get('2026-01-02', '2026-01-01').expect(400)
  await createGoal(db, ana.id)
  await get('0001-01-01', '0001-12-31').expect(200)
  await get('9999-01-01', '9999-12-31').expect(200)
})

test('a token sees of a review what its scopes reach', async () => {
  const { id: goalId } = await createGoal(db, ana.id, { title: 'Read' })
  const { id: openId } = await createGoal(db, ana.id, {
    title: 'Open',
    createdAt: new Date('2026-11-22T00:00:00Z'),
  })
  const day = { entryDate: '2026-11-16', mood: 'happy', wins: 'A chapter' } as const
  const { id: entryId } = await createEntry(db, ana.id, day, [goalId])
  const seen = async (...scopes: Scope[]) => {
    const client = await withNamedToken(app, ana, scopes)
    return (await client.get('/api/jwt/review?from=2026-11-16&to=2026-11-22').expect(200)).body
  }
  const days = { from: '2026-11-16', to: '2026-11-22' }
  const written = { ...days, entries: 1, moods: { ...noMoods, happy: 1 }, longestStreak: 1 }
  const unwritten = { ...days, entries: 0, moods: noMoods, longestStreak: 0 }
  const { id: doneId } = await createGoal(db, ana.id, {
    title: 'Done',
    achievedAt: new Date('2026-11-18T12:00:00Z'),
  })
  const achieved = [{ goalId: doneId, title: 'Done' }]
  const goals = (line: object[]) => ({
    goals: [{ goalId, title: 'Read', timeline: 'monthly', days: line }],
    achieved,
    untouched: [{ goalId: openId, title: 'Open' }],
  })
  const noGoals = { goals: [], achieved: [], untouched: [] }
  const line = { entryDate: '2026-11-16', entryId, firstLine: 'A chapter' }
  expect(await seen('goals:read', 'journal:read')).toEqual({ ...written, ...goals([line]) })
  expect(await seen('journal:read')).toEqual({ ...written, ...noGoals })
  expect(await seen('goals:read')).toEqual({ ...unwritten, ...noGoals, achieved })
  expect(await seen('propose')).toEqual({ ...unwritten, ...noGoals })
})
