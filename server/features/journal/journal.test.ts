import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { entryRecord } from '@shared/journal'
import { journalEntries } from '@shared/schema'
import { createEntry } from '../../test/factories'
import { type Client, signInAnaAndBen, unknownId, type User } from '../../test/people'
import { createTestApp, withToken } from '../../test/test-app'

const { app, db } = await createTestApp()
let ana: User, ben: User, asAna: Client, asBen: Client
beforeEach(async () => ({ ana, ben, asAna, asBen } = await signInAnaAndBen(app, db)))

const stored = (id: string) => db.select().from(journalEntries).where(eq(journalEntries.id, id))
const { entryDate: _, mood: __, ...emptyTexts } = entryRecord.stored(entryRecord.values())

describe('create', () => {
  test('stores every field and answers with the row', async () => {
    const texts = Object.fromEntries(
      entryRecord.texts.map((field) => [field, `  ${field} 🌿\nsecond line  `]),
    )
    const input = { entryDate: '2026-11-21', mood: 'happy', ...texts }
    const { body } = await asAna.post('/api/journal-entries').send(input).expect(201)
    expect(body).toMatchObject({ ...input, userId: ana.id })
    expect(new Date(body.createdAt).toISOString()).toBe(body.createdAt)
    expect(await stored(body.id)).toMatchObject([{ ...input, userId: ana.id }])
  })

  test('needs only a date: texts are empty and the mood neutral, also when they come as null or empty', async () => {
    const a = await asAna.post('/api/journal-entries').send({ entryDate: '2024-02-29' }).expect(201)
    expect(a.body).toMatchObject({ entryDate: '2024-02-29', mood: 'neutral', ...emptyTexts })
    const nothing = Object.fromEntries(entryRecord.texts.map((field) => [field, null]))
    const b = await asAna
      .post('/api/journal-entries')
      .send({ entryDate: '2024-03-01', mood: '', ...nothing })
      .expect(201)
    expect(b.body).toMatchObject({ mood: 'neutral', ...emptyTexts })
  })

  test('a second entry for a date is refused with the id of the first, which stays as it is', async () => {
    const first = await createEntry(db, ana.id, { entryDate: '2026-11-21', wins: 'ran' })
    const { body } = await asAna
      .post('/api/journal-entries')
      .send({ entryDate: '2026-11-21', wins: 'swam' })
      .expect(409)
    expect(body).toEqual({ message: 'An entry for this date already exists', id: first.id })
    expect(await stored(first.id)).toMatchObject([{ wins: 'ran' }])
  })

  test('one of many entries at once for one date is created, and the others learn its id', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        asAna.post('/api/journal-entries').send({ entryDate: '2026-01-01', wins: `${i}` }),
      ),
    )
    const created = answers.filter(({ status }) => status === 201)
    expect(created).toHaveLength(1)
    for (const { status, body } of answers)
      if (status !== 201) expect([status, body.id]).toEqual([409, created[0]!.body.id])
  })

  test('two people may write on the same day', async () => {
    await createEntry(db, ana.id, { entryDate: '2026-11-21' })
    await asBen.post('/api/journal-entries').send({ entryDate: '2026-11-21' }).expect(201)
  })

  test('server-managed and unknown fields cannot be set', async () => {
    const sent = {
      entryDate: '2026-11-21',
      id: unknownId,
      userId: ben.id,
      createdAt: '2000-01-01T00:00:00Z',
      admin: true,
    }
    const { body } = await asAna.post('/api/journal-entries').send(sent).expect(201)
    expect(body.id).not.toBe(unknownId)
    expect(body.userId).toBe(ana.id)
    expect(body.createdAt).not.toMatch(/^2000/)
    expect(body).not.toHaveProperty('admin')
  })

  test.each([
    ['entryDate', {}],
    ['entryDate', { entryDate: '2026-02-30' }],
    ['entryDate', { entryDate: '21.11.2026' }],
    ['entryDate', { entryDate: '0000-01-01' }],
    ['entryDate', { entryDate: 20261121 }],
    ['mood', { entryDate: '2026-11-21', mood: 'ecstatic' }],
    ['wins', { entryDate: '2026-11-21', wins: 7 }],
    ['wins', { entryDate: '2026-11-21', wins: 'a\u0000b' }],
    ['dailyEvents', { entryDate: '2026-11-21', dailyEvents: 'x'.repeat(50_001) }],
  ])('bad %s is named, and nothing is stored', async (path, sent) => {
    const { body } = await asAna.post('/api/journal-entries').send(sent).expect(400)
    expect(body.errors).toEqual([{ path, message: expect.any(String) }])
    expect(body.message).toContain(path)
    expect(await db.select().from(journalEntries).where(eq(journalEntries.userId, ana.id))).toEqual([])
  })

  test('the longest texts fit, all at once', async () => {
    const texts = Object.fromEntries(entryRecord.texts.map((field) => [field, '💛'.repeat(25_000)]))
    const { body } = await asAna
      .post('/api/journal-entries')
      .send({ entryDate: '2026-11-21', ...texts })
      .expect(201)
    expect(body).toMatchObject(texts)
  })
})

describe('list', () => {
  test('newest date first, all of them, and only mine', async () => {
    for (const entryDate of ['2026-01-02', '2026-01-04', '2026-01-03'])
      await createEntry(db, ana.id, { entryDate })
    await createEntry(db, ben.id, { entryDate: '2026-01-05' })
    const { body } = await asAna.get('/api/journal-entries').expect(200)
    expect(body.map((entry: { entryDate: string }) => entry.entryDate)).toEqual([
      '2026-01-04',
      '2026-01-03',
      '2026-01-02',
    ])
  })

  test('pages by limit and by the date before', async () => {
    for (let day = 1; day <= 5; day++) await createEntry(db, ana.id, { entryDate: `2026-01-0${day}` })
    const dates = async (query: string) =>
      (await asAna.get(`/api/journal-entries?${query}`).expect(200)).body.map(
        (e: { entryDate: string }) => e.entryDate,
      )
    expect(await dates('limit=2')).toEqual(['2026-01-05', '2026-01-04'])
    expect(await dates('limit=2&before=2026-01-04')).toEqual(['2026-01-03', '2026-01-02'])
    expect(await dates('before=2026-01-02')).toEqual(['2026-01-01'])
    expect(await dates('limit=3660&before=2026-01-01')).toEqual([])
  })

  test('of the days from and to, both included, in pages too, and by a token', async () => {
    for (const entryDate of ['2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02'])
      await createEntry(db, ana.id, { entryDate })
    const asProgram = await withToken(app, ana)
    const dates = async (query: string) => {
      const { body } = await asAna.get(`/api/journal-entries?${query}`).expect(200)
      await asProgram.get(`/api/jwt/journal-entries?${query}`).expect(200, body)
      return body.map(({ entryDate }: { entryDate: string }) => entryDate)
    }
    expect(await dates('from=2024-02-29&to=2024-03-01')).toEqual(['2024-03-01', '2024-02-29'])
    expect(await dates('from=2024-02-29&to=2024-02-29')).toEqual(['2024-02-29'])
    expect(await dates('to=2024-02-28')).toEqual(['2024-02-28'])
    expect(await dates('from=2024-02-29&limit=2')).toEqual(['2024-03-02', '2024-03-01'])
    expect(await dates('from=2024-02-29&limit=2&before=2024-03-01')).toEqual(['2024-02-29'])
    expect(await dates('from=9999-12-31&to=9999-12-31')).toEqual([])
  })

  test.each(['', '&q=sun'])('from after to is refused with a sentence%s', async (q) => {
    const { body } = await asAna.get(`/api/journal-entries?from=2026-01-02&to=2026-01-01${q}`).expect(400)
    expect(body.errors).toEqual([{ path: 'to', message: 'Must not be before from' }])
  })

  test.each([
    'limit=0',
    'limit=3661',
    'limit=-1',
    'limit=2.5',
    'limit=many',
    'limit=0x10',
    'limit=1e1',
    'limit=%205',
    'limit=',
    'limit=1&limit=2',
    'before=yesterday',
    'before=2026-13-01',
    'before=%00',
    'from=2023-02-29',
    'to=2026-02-30',
    'from=2026-01-01&from=2026-01-01',
  ])('%s is refused', async (query) => {
    const { body } = await asAna.get(`/api/journal-entries?${query}`).expect(400)
    expect(body.message).toEqual(expect.any(String))
  })
})

describe('by date', () => {
  test("one's own entry is found by its date", async () => {
    const entry = await createEntry(db, ana.id, { entryDate: '2026-11-21' })
    const { body } = await asAna.get('/api/journal-entries/by-date/2026-11-21').expect(200)
    expect(body.id).toBe(entry.id)
  })

  test("another user's entry is not there, nor is a day without one; a malformed date is refused", async () => {
    await createEntry(db, ben.id, { entryDate: '2026-11-21' })
    await asAna.get('/api/journal-entries/by-date/2026-11-21').expect(404)
    await asAna.get('/api/journal-entries/by-date/2026-02-30').expect(400)
    await asAna.get('/api/journal-entries/by-date/today').expect(400)
  })
})
