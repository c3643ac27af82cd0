import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { entryRecord } from '@shared/journal'
import { journalEntries } from '@shared/schema'
import { createEntry, createGoal } from '../../test/factories'
import { type Client, signInAnaAndBen, unknownId, type User } from '../../test/people'
import { createTestApp } from '../../test/test-app'

const { app, db } = await createTestApp()
let ana: User, asAna: Client, asBen: Client
beforeEach(async () => ({ ana, asAna, asBen } = await signInAnaAndBen(app, db)))

const stored = (id: string) => db.select().from(journalEntries).where(eq(journalEntries.id, id))
const { entryDate: _, mood: __, ...emptyTexts } = entryRecord.stored(entryRecord.values())

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
    expect(body).toMatchObject({ id: entry.id, ...emptyTexts, ...sent, mood: 'neutral', moodChosen: false })
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(entry.updatedAt.getTime())
    expect(await stored(entry.id)).toMatchObject([{ challenges: '', wins: 'new', entryDate: '2026-11-21' }])
  })

  test('an update with what the entry has already makes no later version of it', async () => {
    const goal = await createGoal(db, ana.id)
    const values = { entryDate: '2026-11-21', wins: 'Ran', mood: 'sad', goalIds: [goal.id] }
    const { body: entry } = await asAna.post('/api/journal-entries').send(values).expect(201)
    const path = `/api/journal-entries/${entry.id}`
    for (const sent of [
      values,
      { ...values, updatedAt: entry.updatedAt },
      { ...values, goalIds: undefined },
    ]) {
      const { body } = await asAna.put(path).send(sent).expect(200)
      expect(body).toEqual(entry)
    }
    expect((await asAna.get(`${path}/versions`)).body).toEqual([])
    const { body: changed } = await asAna
      .put(path)
      .send({ ...values, goalIds: [] })
      .expect(200)
    expect(changed.updatedAt > entry.updatedAt).toBe(true)
  })

  test('an update with the updatedAt that was loaded goes through once; the second window gets the current entry', async () => {
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

  test('one of many windows that loaded the same entry gets through, however close they are', async () => {
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

  test('a deletion with the updatedAt that was loaded is refused once the entry has changed', async () => {
    const entry = await createEntry(db, ana.id, { entryDate: '2026-11-21' })
    const remove = (updatedAt: string) =>
      asAna.delete(`/api/journal-entries/${entry.id}`).query({ updatedAt })
    const loaded = entry.updatedAt.toISOString()
    const put = asAna.put(`/api/journal-entries/${entry.id}`).send({ entryDate: '2026-11-21', wins: 'new' })
    const { body: current } = await put.expect(200)
    const { body } = await remove(loaded).expect(409)
    expect(body).toEqual({ message: 'This entry was changed elsewhere', current })
    await remove('yesterday').expect(400)
    expect(await stored(entry.id)).toMatchObject([{ wins: 'new' }])
    await remove(current.updatedAt).expect(204)
    expect(await stored(entry.id)).toEqual([])
  })

  test('a save beside the undo of what was created is never deleted with it', async () => {
    for (let n = 0; n < 8; n++) {
      const { id, updatedAt } = await createEntry(db, ana.id, { entryDate: '2026-11-21' })
      const requests = [
        () => asAna.delete(`/api/journal-entries/${id}`).query({ updatedAt: updatedAt.toISOString() }),
        () => asAna.put(`/api/journal-entries/${id}`).send({ entryDate: '2026-11-21', wins: 'new' }),
      ]
      const answers = await Promise.all((n % 2 ? requests : requests.toReversed()).map((send) => send()))
      const isSaved = answers.some(({ status }) => status === 200)
      expect(answers.map(({ status }) => status).sort()).toEqual(isSaved ? [200, 409] : [204, 404])
      expect(await stored(id)).toHaveLength(isSaved ? 1 : 0)
      await db.delete(journalEntries).where(eq(journalEntries.id, id))
    }
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
    for (const sent of [
      {},
      { entryDate: '2026-11-31' },
      ...['just now', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'].map(
        (updatedAt) => ({ entryDate: '2026-11-21', updatedAt }),
      ),
      { entryDate: '2026-11-21', wins: 'a\ud83d' },
    ])
      await asAna.put(`/api/journal-entries/${entry.id}`).send(sent).expect(400)
    expect(await stored(entry.id)).toMatchObject([{ wins: 'kept' }])
  })
})

describe('get and delete', () => {
  test("one's own entry can be read and deleted", async () => {
    const entry = await createEntry(db, ana.id)
    expect((await asAna.get(`/api/journal-entries/${entry.id}`).expect(200)).body.id).toBe(entry.id)
    const { text } = await asAna.delete(`/api/journal-entries/${entry.id}`).expect(204)
    expect(text).toBe('')
    await asAna.delete(`/api/journal-entries/${entry.id}`).expect(404)
    expect(await stored(entry.id)).toEqual([])
  })

  test("another user's, an unknown and a malformed id are not found", async () => {
    const entry = await createEntry(db, ana.id)
    for (const id of [entry.id, unknownId, 'x', '%E0%A4%A', "1' or '1'='1"])
      for (const method of ['get', 'delete'] as const) {
        const { body } = await asBen[method](`/api/journal-entries/${id}`).expect(404)
        expect(body).toEqual({ message: expect.stringMatching(/not found/i) })
      }
    expect(await stored(entry.id)).toHaveLength(1)
  })
})
