import { beforeEach, describe, expect, test } from 'vitest'
import { createEntry, createGoal } from '../../test/factories'
import { type Client, signInAnaAndBen, unknownId, type User } from '../../test/people'
import { createTestApp } from '../../test/test-app'

const { app, db } = await createTestApp()
let ana: User, ben: User, asAna: Client, asBen: Client
beforeEach(async () => ({ ana, ben, asAna, asBen } = await signInAnaAndBen(app, db)))

const goalOf = async (user: User) => (await createGoal(db, user.id)).id
const entryOn = (entryDate: string, goalIds: string[], overrides: object = {}) =>
  createEntry(db, ana.id, { entryDate, ...overrides }, goalIds)

describe('GET /api/goals/:id/days', () => {
  test('gives the days of a goal, newest first, with the mood that was chosen and the first line of the form', async () => {
    const [run, read] = [await goalOf(ana), await goalOf(ana)]
    const older = await entryOn('2026-02-28', [run, read], { mood: 'sad', gratitude2: ' \n tea\nand more' })
    await entryOn('2026-03-01', [read], { mood: 'happy' })
    const newer = await entryOn('2026-03-02', [run], { dailyEvents: 'Ran', overallReflection: 'Good' })
    const { body } = await asAna.get(`/api/goals/${run}/days`).expect(200)
    expect(body).toEqual([
      { entryId: newer.id, entryDate: '2026-03-02', mood: null, firstLine: 'Ran' },
      { entryId: older.id, entryDate: '2026-02-28', mood: 'sad', firstLine: 'tea' },
    ])
  })

  test('gives at most 100, and pages of `limit` before a day', async () => {
    const run = await goalOf(ana)
    const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10)
    for (let n = 1; n <= 101; n++) await entryOn(day(n), [run])
    const datesOf = async (query: object) =>
      (await asAna.get(`/api/goals/${run}/days`).query(query).expect(200)).body.map(
        ({ entryDate }: { entryDate: string }) => entryDate,
      )
    const all = Array.from({ length: 101 }, (_, n) => day(101 - n))
    expect(await datesOf({})).toEqual(all.slice(0, 100))
    expect(await datesOf({ limit: 3 })).toEqual(all.slice(0, 3))
    expect(await datesOf({ before: day(99), limit: 2 })).toEqual([day(98), day(97)])
    expect(await datesOf({ before: day(1) })).toEqual([])
    for (const query of [{ limit: 101 }, { limit: 0 }, { limit: 'x' }, { before: '2026-02-30' }])
      await asAna.get(`/api/goals/${run}/days`).query(query).expect(400)
  })

  test('is 404 for a goal that is another’s, unknown or no id', async () => {
    const run = await goalOf(ana)
    await entryOn('2026-03-01', [run])
    for (const id of [run, unknownId, 'run', 'activity'])
      expect((await asBen.get(`/api/goals/${id}/days`).expect(404)).body).toEqual({
        message: 'Goal not found',
      })
    expect((await asAna.get(`/api/goals/${await goalOf(ana)}/days`)).body).toEqual([])
  })
})

describe('GET /api/goals/activity', () => {
  const activity = async (client: Client, from: string, to: string) =>
    (await client.get('/api/goals/activity').query({ from, to }).expect(200)).body

  test('gives the goals that have days between two days, both included, oldest day first', async () => {
    await goalOf(ana)
    const [run = '', read = ''] = [await goalOf(ana), await goalOf(ana)].sort()
    for (const date of ['2026-01-31', '2026-02-28', '2026-02-01', '2026-03-01']) await entryOn(date, [run])
    await entryOn('2026-02-10', [read])
    expect(await activity(asAna, '2026-02-01', '2026-02-28')).toEqual([
      { goalId: run, days: ['2026-02-01', '2026-02-28'] },
      { goalId: read, days: ['2026-02-10'] },
    ])
    expect(await activity(asAna, '2025-01-01', '2025-12-31')).toEqual([])
    expect(await activity(asBen, '2026-02-01', '2026-02-28')).toEqual([])
  })

  test('gives on request the last of the days before them of a goal that has none in them', async () => {
    const [run, read, rest] = [await goalOf(ana), await goalOf(ana), await goalOf(ana)]
    await goalOf(ana)
    for (const date of ['2024-12-30', '2024-12-31']) await entryOn(date, [run, read])
    await entryOn('2025-06-01', [read])
    await entryOn('2026-01-01', [rest])
    const asked = async (earlier: string) => {
      const query = { from: '2025-01-01', to: '2025-12-31', earlier }
      return (await asAna.get('/api/goals/activity').query(query).expect(200)).body
    }
    expect(await asked('false')).toEqual([{ goalId: read, days: ['2025-06-01'] }])
    expect(await asked('true')).toEqual([
      { goalId: read, days: ['2025-06-01'] },
      { goalId: run, days: ['2024-12-31'] },
    ])
  })

  test('takes at most 366 days', async () => {
    const get = (query: object) => asAna.get('/api/goals/activity').query(query)
    await get({ from: '2024-01-01', to: '2024-12-31' }).expect(200)
    for (const query of [
      { from: '2025-01-01', to: '2026-01-02' },
      { from: '2026-01-02', to: '2026-01-01' },
      { from: '2026-02-30', to: '2026-03-01' },
      { from: '2026-01-01' },
      { from: '2026-01-01', to: '2026-01-02', earlier: 'yes' },
      {},
    ])
      await get(query).expect(400)
  })

  test('leaves its path to no goal: an id of any other form is not found, and other methods are refused', async () => {
    expect((await asAna.get('/api/goals/activities').expect(404)).body.message).toBe('Goal not found')
    await asAna.patch('/api/goals/activity').send({ title: 'Run' }).expect(405)
    await asAna.delete('/api/goals/activity').expect(405)
    expect((await asAna.get('/api/GOALS/Activity/?from=2026-01-01&to=2026-01-02').expect(200)).body).toEqual(
      [],
    )
  })
})

test('a stranger’s link shows in nothing of a person’s', async () => {
  const run = await goalOf(ana)
  const { id } = await createEntry(db, ben.id, { entryDate: '2026-03-01', wins: 'Secret' }, [run])
  await entryOn('2026-03-02', [run])
  const shown = [
    (await asAna.get(`/api/goals/${run}/days`)).text,
    (await asAna.get('/api/goals/activity?from=2026-01-01&to=2026-12-31')).text,
    (await asAna.get('/api/review?from=2026-01-01&to=2026-12-31')).text,
  ].join()
  expect(shown).not.toContain(id)
  expect(shown).not.toContain('Secret')
})
