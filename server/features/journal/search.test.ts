import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '@shared/dates'
import { entryRecord } from '@shared/journal'
import { createEntry } from '../../test/factories'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { entries, search } from '../../test/search'
import { createTestApp, withToken } from '../../test/test-app'
import { journalOf } from './journal-repository'

const { app, db } = await createTestApp()
let ana: User, ben: User, asAna: Client, asBen: Client
beforeEach(async () => ({ ana, ben, asAna, asBen } = await signInAnaAndBen(app, db)))

const write = (entryDate: string, texts: object) => createEntry(db, ana.id, { entryDate, ...texts })

describe('finds', () => {
  test.each(entryRecord.texts)('what is in %s, and gives the whole entry', async (field) => {
    const { id } = await write('2026-11-21', { [field]: 'A walk along the river' })
    await write('2026-11-20', { [field]: 'Rain' })
    const { body } = await search(asAna, 'river')
    expect(body).toEqual([(await asAna.get(`${entries}/${id}`)).body])
  })

  test('every word given, in any field and any order, and no entry that lacks one', async () => {
    await write('2026-11-21', { wins: 'Ran to the river', dailyEvents: 'With Ben' })
    await write('2026-11-20', { wins: 'Ran', dailyEvents: 'Alone' })
    expect((await search(asAna, ' ben   river ')).days).toEqual(['2026-11-21'])
    expect((await search(asAna, 'ran')).days).toEqual(['2026-11-21', '2026-11-20'])
    expect((await search(asAna, 'ran swam')).days).toEqual([])
    expect((await search(asAna, 'with ran')).days).toEqual(['2026-11-21'])
    // The end of one field and the beginning of the next are no word.
    expect((await search(asAna, 'riverwith')).days).toEqual([])
  })

  test.each([
    ['Walking home', 'walk'],
    ['Sidewalks', 'WALK'],
    ['Die Straße', 'strasse'],
    ['STRASSE', 'straße'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΥΣΣΕΥΣ', 'Ὀδυσσεύς'],
    ['un café', 'CAFE'],
    ['cafe', 'café'],
    ['Подъём', 'подъем'],
    ['مُحَمَّد', 'محمد'],
    ['今日は散歩に行った', '散歩'],
    ['한국어를 배웠다', '한국'],
    ['วันนี้อากาศดี', 'อากาศ'],
    ['हिन्दी सीखी', 'हिन्दी'],
    ['don’t', "don't"],
    ['a 50% share', '50%'],
    ['snake_case', 'e_c'],
    [String.raw`C:\home`, String.raw`c:\h`],
    ['😀 smile', '😀'],
    [`it's; drop table`, `'s;`],
  ])('%s by %s', async (text, q) => {
    await write('2026-11-21', { challenges: text })
    expect((await search(asAna, q)).days).toEqual(['2026-11-21'])
  })

  test('% and _ and backslashes as themselves only', async () => {
    await write('2026-11-21', { wins: 'A plain entry' })
    for (const q of ['%', '_', 'p%n', 'pl_in', '\\']) expect((await search(asAna, q)).days).toEqual([])
  })

  test("nothing of anybody else's, by a token neither", async () => {
    await write('2026-11-21', { wins: 'A secret' })
    expect(await search(asBen, 'secret')).toMatchObject({ body: [], total: '0' })
    const asProgram = await withToken(app, ana)
    const { body } = await asProgram.get('/api/jwt/journal-entries?q=SECRET').expect(200)
    expect(body).toMatchObject([{ wins: 'A secret' }])
    const asStranger = await withToken(app, ben)
    await asStranger.get('/api/jwt/journal-entries?q=secret').expect(200, [])
  })
})

describe('pages', () => {
  test('by limit and before, and tells each time how many there are in all', async () => {
    for (let n = 0; n < 5; n++) await write(addDays('2026-11-21', -n), { wins: n === 2 ? 'Rain' : 'Sun' })
    expect(await search(asAna, 'sun')).toMatchObject({
      days: ['2026-11-21', '2026-11-20', '2026-11-18', '2026-11-17'],
      total: '4',
    })
    expect(await search(asAna, 'sun', { limit: 2 })).toMatchObject({
      days: ['2026-11-21', '2026-11-20'],
      total: '4',
    })
    expect(await search(asAna, 'sun', { limit: 2, before: '2026-11-20' })).toMatchObject({
      days: ['2026-11-18', '2026-11-17'],
      total: '4',
    })
    expect(await search(asAna, 'sun', { before: '2026-11-17' })).toMatchObject({ days: [], total: '4' })
  })

  test('from a day to a day, both included, of which the total is too', async () => {
    for (const day of ['2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02'])
      await write(day, { wins: day === '2024-03-01' ? 'Rain' : 'Sun' })
    const leapDay = '2024-02-29'
    expect(await search(asAna, 'sun', { from: leapDay, to: leapDay })).toMatchObject({
      days: [leapDay],
      total: '1',
    })
    const from = { from: leapDay }
    expect(await search(asAna, 'sun', from)).toMatchObject({ days: ['2024-03-02', leapDay], total: '2' })
    expect(await search(asAna, 'sun', { ...from, limit: 1 })).toMatchObject({
      days: ['2024-03-02'],
      total: '2',
    })
    expect(await search(asAna, 'sun', { ...from, limit: 1, before: '2024-03-02' })).toMatchObject({
      days: [leapDay],
      total: '2',
    })
    expect(await search(asAna, 'sun', { to: '2024-02-28' })).toMatchObject({
      days: ['2024-02-28'],
      total: '1',
    })
    expect(await search(asAna, 'sun', { from: '2025-01-01' })).toMatchObject({ days: [], total: '0' })
    expect((await search(asAna, '', from)).days).toEqual(['2024-03-02', '2024-03-01', leapDay])
  })

  test('without a word it is the plain list, which has no total', async () => {
    await write('2026-11-21', { wins: 'Sun' })
    for (const q of ['', '  ', '\u00ad', '\u0301']) {
      expect(await search(asAna, q)).toMatchObject({ days: ['2026-11-21'], total: undefined })
    }
  })

  test('through a found list of any length', async () => {
    await db.execute(sql`insert into journal_entries (user_id, entry_date, wins)
      select ${ana.id}, '2026-11-21'::date - n, 'Day ' || n from generate_series(0, 1499) n`)
    const { days, total } = await search(asAna, 'day')
    expect([days.length, total, days[0], days.at(-1)]).toEqual([
      1_500,
      '1500',
      '2026-11-21',
      addDays('2026-11-21', -1_499),
    ])
    expect((await search(asAna, '149')).days).toHaveLength(12)
  })

  test('through a found list of which an entry has been deleted since', async () => {
    await db.execute(sql`insert into journal_entries (user_id, entry_date)
      select ${ana.id}, '2026-11-21'::date - n from generate_series(1, 1499) n`)
    const days = Array.from({ length: 1_500 }, (_, n) => addDays('2026-11-21', -n))
    const first = await journalOf(db, ana.id).list({}, days)
    expect(first.rows).toHaveLength(1_000)
    const last = await first.next?.()
    expect([last?.rows.length, last?.rows.at(-1)?.entryDate, last?.next]).toEqual([
      499,
      days.at(-1),
      undefined,
    ])
  })
})

test.each(['q=a%00b', 'q=a&q=b', 'q=' + 'x'.repeat(201)])('%.8s is 400', async (query) => {
  const { body } = await asAna.get(`${entries}?${query}`).expect(400)
  expect(body.errors).toMatchObject([{ path: 'q', message: expect.any(String) }])
  await asAna.get(`${entries}?q=${'x'.repeat(200)}`).expect(200)
})
