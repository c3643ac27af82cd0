import { beforeEach, expect, test } from 'vitest'
import { entryRecord } from '@shared/journal'
import { dailyMessages } from '@shared/schema'
import { scopes } from '@shared/scopes'
import { createEntry } from '../../test/factories'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { recordStatements } from '../../test/statements'
import { createTestApp, withNamedToken, withToken } from '../../test/test-app'

const { app, ctx, db } = await createTestApp()
let ana: User, ben: User, asAna: Client
beforeEach(async () => ({ ana, ben, asAna } = await signInAnaAndBen(app, db)))

const today = async (date: string) => (await asAna.get('/api/today').query({ date }).expect(200)).body
const write = (...dates: string[]) =>
  Promise.all(
    dates.map((entryDate) => createEntry(db, ana.id, { entryDate, mood: 'happy', wins: entryDate })),
  )

test('gives the entry of the day, the last seven days and the same day of earlier years', async () => {
  const [, first, , last, lastYear, before] = await write(
    '2026-11-14',
    '2026-11-15',
    '2026-11-22',
    '2026-11-21',
    '2025-11-21',
    '2019-11-21',
  )
  const { body: entry } = await asAna.get(`/api/journal-entries/${last?.id}`).expect(200)
  const body = await today('2026-11-21')
  expect(body).toMatchObject({
    entry,
    days: [
      { date: '2026-11-15', mood: 'happy', id: first?.id },
      { date: '2026-11-21', mood: 'happy', id: last?.id },
    ],
    onThisDay: [{ id: lastYear?.id }, { id: before?.id, wins: '2019-11-21' }],
  })
  expect(Object.keys(body.days[0])).toEqual(['date', 'mood', 'id'])
})

test('is empty for a day of nothing, and shows nothing of anybody else', async () => {
  await createEntry(db, ben.id, { entryDate: '2026-11-21' })
  await createEntry(db, ben.id, { entryDate: '2025-11-21' })
  expect(await today('2026-11-21')).toEqual({ entry: null, days: [], onThisDay: [] })
})

test('answers for the first and the last day that there is', async () => {
  await write('0001-01-01', '9999-12-31')
  expect(await today('0001-01-01')).toMatchObject({ entry: { wins: '0001-01-01' }, onThisDay: [] })
  expect(await today('9999-12-31')).toMatchObject({ entry: { wins: '9999-12-31' }, onThisDay: [] })
})

test("gives the texts to the page and to the password's token, and not to a named token", async () => {
  const localDate = '2026-11-21'
  const text = { phoneNumber: '+4915112345678', messageContent: 'Ran', messageDirection: 'inbound' } as const
  await db.insert(dailyMessages).values({ ...text, userId: ana.id, localDate })
  const named = await withNamedToken(app, ana, scopes)
  const seen = async (client: Client, path = '/api/jwt/today') =>
    (await client.get(path).query({ date: localDate }).expect(200)).body.texts
  expect(await seen(asAna, '/api/today')).toEqual(['Ran'])
  expect(await seen(await withToken(app, ana))).toEqual(['Ran'])
  expect(await seen(named)).toBeUndefined()
})

test.each(['', '?date=', '?date=2026-02-30', '?date=2026-1-1'])('%s is 400', async (query) => {
  const { body } = await asAna.get(`/api/today${query}`).expect(400)
  expect(body.errors).toMatchObject([{ path: 'date' }])
})

test('costs three statements besides the session', async () => {
  const statements = recordStatements(ctx.pool)
  await today('2026-11-21')
  expect(statements.all()).toHaveLength(4)
})

test('is bounded where every year has the longest texts', async () => {
  const texts = Object.fromEntries(entryRecord.texts.map((field) => [field, 'x'.repeat(50_000)]))
  for (const year of [2026, 2025, 2024, 2023])
    await createEntry(db, ana.id, { ...texts, entryDate: `${year}-11-21` })
  const { entry, onThisDay } = await today('2026-11-21')
  expect([entry, ...onThisDay]).toMatchObject([{ entryDate: '2026-11-21' }, { entryDate: '2025-11-21' }])
})
