import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { journalTextFields } from '@shared/journal-fields'
import { journalEntries, type users } from '@shared/schema'
import { createEntry, createUser } from '../../test/factories'
import { createTestApp, signIn } from '../../test/test-app'

const { app, db } = await createTestApp()

type Client = Awaited<ReturnType<typeof signIn>>
let ana: typeof users.$inferSelect, ben: typeof users.$inferSelect
let asAna: Client, asBen: Client

beforeEach(async () => {
  ;[ana, ben] = await Promise.all([createUser(db), createUser(db, { firstName: 'Ben' })])
  ;[asAna, asBen] = await Promise.all([signIn(app, ana), signIn(app, ben)])
})

const stored = (id: string) => db.select().from(journalEntries).where(eq(journalEntries.id, id))
const emptyTexts = Object.fromEntries(journalTextFields.map((field) => [field, '']))
const someone = '0b0f6a52-6a0e-4b9c-9a53-0f6d0f6d0f6d'

describe('create', () => {
  test('stores every field and answers with the row', async () => {
    const texts = Object.fromEntries(
      journalTextFields.map((field) => [field, `  ${field} 🌿\nsecond line  `]),
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
    const nothing = Object.fromEntries(journalTextFields.map((field) => [field, null]))
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

  test('of many at once for one date, one is created and the others learn its id', async () => {
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
      id: someone,
      userId: ben.id,
      createdAt: '2000-01-01T00:00:00Z',
      admin: true,
    }
    const { body } = await asAna.post('/api/journal-entries').send(sent).expect(201)
    expect(body.id).not.toBe(someone)
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
    const texts = Object.fromEntries(journalTextFields.map((field) => [field, '💛'.repeat(25_000)]))
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

  test.each([
    'limit=0',
    'limit=3661',
    'limit=-1',
    'limit=2.5',
    'limit=many',
    'limit=',
    'limit=1&limit=2',
    'before=yesterday',
    'before=2026-13-01',
    'before=%00',
  ])('%s is refused', async (query) => {
    const { body } = await asAna.get(`/api/journal-entries?${query}`).expect(400)
    expect(body.message).toEqual(expect.any(String))
  })
})

describe('by date', () => {
  test('finds mine', async () => {
    const entry = await createEntry(db, ana.id, { entryDate: '2026-11-21' })
    const { body } = await asAna.get('/api/journal-entries/by-date/2026-11-21').expect(200)
    expect(body.id).toBe(entry.id)
  })

  test("another user's is not there, nor is a day without one; a malformed date is refused", async () => {
    await createEntry(db, ben.id, { entryDate: '2026-11-21' })
    await asAna.get('/api/journal-entries/by-date/2026-11-21').expect(404)
    await asAna.get('/api/journal-entries/by-date/2026-02-30').expect(400)
    await asAna.get('/api/journal-entries/by-date/today').expect(400)
  })
})

describe('update', () => {
  test('replaces the whole entry', async () => {
    const entry = await createEntry(db, ana.id, {
      entryDate: '2026-11-20',
      wins: 'old',
      challenges: 'old',
      mood: 'sad',
    })
    const sent = { entryDate: '2026-11-21', wins: 'new' }
    const { body } = await asAna.put(`/api/journal-entries/${entry.id}`).send(sent).expect(200)
    expect(body).toMatchObject({ id: entry.id, ...emptyTexts, ...sent, mood: 'neutral' })
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(entry.updatedAt.getTime())
    expect(await stored(entry.id)).toMatchObject([{ challenges: '', wins: 'new', entryDate: '2026-11-21' }])
  })

  test('with the updatedAt that was loaded it goes through once; the second window gets the current entry', async () => {
    const entry = await createEntry(db, ana.id, { entryDate: '2026-11-21', wins: 'as loaded' })
    const put = (wins: string, updatedAt: string) =>
      asAna.put(`/api/journal-entries/${entry.id}`).send({ entryDate: '2026-11-21', wins, updatedAt })
    const loaded = entry.updatedAt.toISOString()

    const first = await put('first window', loaded).expect(200)
    const second = await put('second window', loaded).expect(409)
    expect(second.body).toEqual({ message: 'This entry was changed elsewhere', current: first.body })
    expect(await stored(entry.id)).toMatchObject([{ wins: 'first window' }])
    await put('second window', first.body.updatedAt).expect(200)
  })

  test('of many windows that loaded the same entry, one gets through, however close they are', async () => {
    const entry = await createEntry(db, ana.id, { entryDate: '2026-11-21' })
    const updatedAt = entry.updatedAt.toISOString()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        asAna
          .put(`/api/journal-entries/${entry.id}`)
          .send({ entryDate: '2026-11-21', wins: `${i}`, updatedAt }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  })

  test("moving onto another entry's date is refused, with its id, and changes neither", async () => {
    const entry = await createEntry(db, ana.id, { entryDate: '2026-11-20', wins: 'a' })
    const other = await createEntry(db, ana.id, { entryDate: '2026-11-21', wins: 'b' })
    const { body } = await asAna
      .put(`/api/journal-entries/${entry.id}`)
      .send({ entryDate: '2026-11-21' })
      .expect(409)
    expect(body).toEqual({ message: 'An entry for this date already exists', id: other.id })
    expect(await stored(entry.id)).toMatchObject([{ entryDate: '2026-11-20', wins: 'a' }])
    expect(await stored(other.id)).toMatchObject([{ wins: 'b' }])
  })

  test("another user's entry is not found and stays as it is", async () => {
    const entry = await createEntry(db, ana.id, { entryDate: '2026-11-21', wins: 'mine' })
    const sent = { entryDate: '2026-11-21', wins: 'stolen', updatedAt: entry.updatedAt.toISOString() }
    await asBen.put(`/api/journal-entries/${entry.id}`).send(sent).expect(404)
    expect(await stored(entry.id)).toMatchObject([{ wins: 'mine', userId: ana.id }])
  })

  test('bad input changes nothing', async () => {
    const entry = await createEntry(db, ana.id, { entryDate: '2026-11-21', wins: 'kept' })
    for (const sent of [{}, { entryDate: '2026-11-31' }, { entryDate: '2026-11-21', updatedAt: 'just now' }])
      await asAna.put(`/api/journal-entries/${entry.id}`).send(sent).expect(400)
    expect(await stored(entry.id)).toMatchObject([{ wins: 'kept' }])
  })
})

describe('get and delete', () => {
  test('mine can be read and deleted', async () => {
    const entry = await createEntry(db, ana.id)
    expect((await asAna.get(`/api/journal-entries/${entry.id}`).expect(200)).body.id).toBe(entry.id)
    const { text } = await asAna.delete(`/api/journal-entries/${entry.id}`).expect(204)
    expect(text).toBe('')
    await asAna.delete(`/api/journal-entries/${entry.id}`).expect(404)
    expect(await stored(entry.id)).toEqual([])
  })

  test("another user's, an unknown and a malformed id are not found", async () => {
    const entry = await createEntry(db, ana.id)
    for (const id of [entry.id, someone, 'x', '%E0%A4%A', "1' or '1'='1"])
      for (const method of ['get', 'delete'] as const) {
        const { body } = await asBen[method](`/api/journal-entries/${id}`).expect(404)
        expect(body).toEqual({ message: expect.stringMatching(/not found/i) })
      }
    expect(await stored(entry.id)).toHaveLength(1)
  })
})
