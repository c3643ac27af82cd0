import { beforeEach, expect, test } from 'vitest'
import { createEntry } from '../../test/factories'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { createTestApp } from '../../test/test-app'

const { app, db } = await createTestApp()
let ana: User, ben: User, asAna: Client
beforeEach(async () => ({ ana, ben, asAna } = await signInAnaAndBen(app, db)))

const ask = (from: string, to: string) => asAna.get('/api/analytics/days').query({ from, to })

test('gives each day with an entry, both ends included, oldest first', async () => {
  const entries = []
  for (const [entryDate, mood] of [
    ['2026-11-01', 'sad'],
    ['2026-11-30', 'very-happy'],
    ['2026-11-10', 'neutral'],
  ] as const)
    entries.push(await createEntry(db, ana.id, { entryDate, mood, moodChosen: true, wins: 'A secret' }))
  await createEntry(db, ana.id, { entryDate: '2026-10-31' })
  await createEntry(db, ana.id, { entryDate: '2026-12-01' })
  await createEntry(db, ben.id, { entryDate: '2026-11-11' })
  const { body } = await ask('2026-11-01', '2026-11-30').expect(200)
  expect(body).toEqual([
    { date: '2026-11-01', mood: 'sad', id: entries[0]?.id },
    { date: '2026-11-10', mood: 'neutral', id: entries[2]?.id },
    { date: '2026-11-30', mood: 'very-happy', id: entries[1]?.id },
  ])
})

test('covers 400 days and no more', async () => {
  await ask('2026-01-01', '2027-02-04').expect(200)
  const { body } = await ask('2026-01-01', '2027-02-05').expect(400)
  expect(body.errors).toEqual([{ path: 'to', message: 'Must be within 400 days of from, both included' }])
  expect(body.message).toContain('Must be within 400 days of from, both included')
  await ask('2026-01-01', '2026-01-01').expect(200, [])
})

test('needs two days in their order', async () => {
  const { body } = await ask('2026-01-02', '2026-01-01').expect(400)
  expect(body.errors).toEqual([{ path: 'to', message: 'Must not be before from' }])
  const { body: without } = await asAna.get('/api/analytics/days?from=2026-02-30').expect(400)
  expect(without.errors).toMatchObject([{ path: 'from' }, { path: 'to' }])
})
