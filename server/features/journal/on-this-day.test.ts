import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createEntry } from '../../test/factories'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { createTestApp } from '../../test/test-app'

const { app, db } = await createTestApp()
let ana: User, ben: User, asAna: Client
beforeEach(async () => ({ ana, ben, asAna } = await signInAnaAndBen(app, db)))

const path = '/api/journal-entries/on-this-day'
const write = async (...dates: string[]) => {
  for (const entryDate of dates) await createEntry(db, ana.id, { entryDate })
}
const onThisDay = async (date: string) =>
  (await asAna.get(path).query({ date }).expect(200)).body.map(
    ({ entryDate }: { entryDate: string }) => entryDate,
  )

test('gives the whole entries of the same day in earlier years, newest first', async () => {
  const entry = await createEntry(db, ana.id, { entryDate: '2024-11-21', mood: 'sad', wins: 'Ran' })
  await write('2026-11-21', '2027-11-21', '2025-11-21', '2025-11-20', '2025-12-21', '1999-11-21')
  expect(await onThisDay('2026-11-21')).toEqual(['2025-11-21', '2024-11-21', '1999-11-21'])
  const { body } = await asAna.get(path).query({ date: '2025-11-21' }).expect(200)
  expect(body[0]).toEqual((await asAna.get(`/api/journal-entries/${entry.id}`)).body)
})

test('a 29 February has only those of a 29 February, and none are of it but for it', async () => {
  await write('2024-02-29', '2020-02-29', '2023-02-28', '2023-03-01', '2022-02-28')
  expect(await onThisDay('2028-02-29')).toEqual(['2024-02-29', '2020-02-29'])
  expect(await onThisDay('2025-02-28')).toEqual(['2023-02-28', '2022-02-28'])
  expect(await onThisDay('2025-03-01')).toEqual(['2023-03-01'])
})

test('shows nothing of anybody else', async () => {
  await createEntry(db, ben.id, { entryDate: '2025-11-21' })
  expect(await onThisDay('2026-11-21')).toEqual([])
})

test('goes on past the first batch', async () => {
  await db.execute(sql`insert into journal_entries (user_id, entry_date)
    select ${ana.id}, make_date(year, 11, 21) from generate_series(1, 1200) year`)
  const days = await onThisDay('9999-11-21')
  expect([days.length, days[0], days.at(-1)]).toEqual([1_200, '1200-11-21', '0001-11-21'])
})

test.each(['', '?date=', '?date=2026-02-30', '?date=now'])('%s is 400', async (query) => {
  const { body } = await asAna.get(path + query).expect(400)
  expect(body.errors).toMatchObject([{ path: 'date' }])
})
