import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '@shared/dates'
import type { DeletedRow, EntryVersion } from '@shared/versions'
import { rowVersions } from '@shared/schema'
import { forgetExpired } from '../../forget-expired'
import { imported, lisaJson, writeEntry } from '../../test/imports'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { readHere } from '../../test/reading'
import { createTestApp, signIn, withNamedToken, withToken } from '../../test/test-app'

// New rows have the time of the database, which must not be later.
const begin = Date.now() + 60_000
let minutes = 0
const now = () => new Date(begin + minutes * 60_000)
const { app, ctx, db } = await createTestApp({ now, startReading: readHere })
let ana: User, asAna: Client, asBen: Client
beforeEach(async () => {
  minutes = 0
  await ctx.pool.query('delete from rate_limits')
  ;({ ana, asAna, asBen } = await signInAnaAndBen(app, db))
})

const day = addDays(now().toISOString().slice(0, 10), -1)
const put = (id: string, wins: string, more: object = {}) =>
  asAna.put(`/api/journal-entries/${id}`).send({ entryDate: day, wins, ...more })
const remove = (path: string) => asAna.delete(`/api/${path}`).expect(204)
const read = async (path: string) => (await asAna.get(`/api/${path}`).expect(200)).body
const versionsOf = (id: string): Promise<EntryVersion[]> => read(`journal-entries/${id}/versions`)
const kept = async (id: string) => (await versionsOf(id)).map(({ by, row }) => `${by}: ${row.wins}`)
const deleted = async (label: string): Promise<DeletedRow> =>
  (await read('deleted')).find((row: DeletedRow) => row.label === label)
const restore = (id?: string) => asAna.post(`/api/versions/${id}/restore`)
const addGoal = async (title: string, more: object = {}) =>
  (
    await asAna
      .post('/api/goals')
      .send({ title, timeline: 'monthly', ...more })
      .expect(201)
  ).body

describe('an earlier version', () => {
  test('is kept with what replaced it, and when that was', async () => {
    const entry = await writeEntry(asAna, day, { wins: 'One' })
    const { body: second } = await put(entry.id, 'Two').expect(200)
    const { body: third } = await put(entry.id, 'Three').set('X-Lisa-By', 'lisa').expect(200)
    expect(await versionsOf(entry.id)).toEqual([
      { id: expect.any(String), at: third.updatedAt, by: 'lisa', row: second },
      { id: expect.any(String), at: second.updatedAt, by: 'form', row: entry },
    ])
    await asBen.get(`/api/journal-entries/${entry.id}/versions`).expect(404)
  })

  test('is the first one of ten minutes of changes by one way, and what a deletion removed always', async () => {
    const { id } = await writeEntry(asAna, day, { wins: 'One' })
    await put(id, 'Two')
    minutes = 9
    await put(id, 'Three')
    minutes = 10
    await put(id, 'Four')
    await put(id, 'Four').expect(200)
    await remove(`journal-entries/${id}`)
    expect(await kept(id)).toEqual(['form: Four', 'form: Three', 'form: One'])
  })

  test('is kept of what another device has saved within the ten minutes, and says so on this one only', async () => {
    const { id } = await writeEntry(asAna, day, { wins: 'Two words' })
    await put(id, 'A long text').expect(200)
    const phone = await signIn(app, ana)
    const keepMine = (wins: string) =>
      phone.put(`/api/journal-entries/${id}`).send({ entryDate: day, wins }).expect(200)
    await keepMine('From the phone')
    await keepMine('From the phone again')
    const seen = async (as: Client): Promise<string[]> =>
      (await as.get(`/api/journal-entries/${id}/versions`)).body.map(
        ({ row, elsewhere }: EntryVersion) => `${row.wins}${elsewhere ? ', elsewhere' : ''}`,
      )
    expect(await seen(asAna)).toEqual(['A long text, elsewhere', 'Two words'])
    expect(await seen(phone)).toEqual(['A long text', 'Two words, elsewhere'])
    // 1.0.0 does not say in which session it changed something.
    await db.update(rowVersions).set({ session: null })
    await keepMine('From the phone at last')
    expect(await seen(phone)).toEqual(['From the phone again', 'A long text', 'Two words'])
  })

  test('is kept of whatever is replaced by another one, however soon', async () => {
    const { id } = await writeEntry(asAna, day, { wins: 'One' })
    await put(id, 'Two')
    const [one] = await versionsOf(id)
    await restore(one?.id).expect(200)
    const two = (await versionsOf(id)).find(({ row }) => row.wins === 'Two')
    await restore(two?.id).expect(200)
    expect(await kept(id)).toEqual(['undo: One', 'undo: Two', 'form: One'])
  })

  test('is one of the newest 50 of its row, and of 25 MB of its owner', async () => {
    const { id } = await writeEntry(asAna, day, { wins: '0' })
    const ways = ['lisa', 'form']
    for (let n = 1; n <= 52; n++) await put(id, `${n}`).set('X-Lisa-By', ways[n % 2] ?? '')
    const found = await kept(id)
    expect(found).toHaveLength(50)
    expect(found.at(-1)).toMatch(/: 2$/)
    const other = await writeEntry(asAna, '2020-01-01', { wins: 'Other' })
    await db.update(rowVersions).set({ bytes: 500_000 })
    minutes = 1
    await put(other.id, 'Changed', { entryDate: '2020-01-01' })
    expect(await kept(id)).toHaveLength(49)
  })

  test('that a token replaced is pushed out by nothing: a token that needs more room is refused', async () => {
    const mine = await writeEntry(asAna, day, { wins: 'My words' })
    const script = await withNamedToken(app, ana, ['journal:write'])
    const another = await withNamedToken(app, ana, ['journal:write', 'goals:write'])
    const [date, id] = ['2020-01-01', mine.id]
    const replaced = (as: Client) =>
      as.put(`/api/jwt/journal-entries/${id}`).send({ entryDate: day, wins: 'Garbage' })
    await replaced(script).expect(200)
    const filler = (await script.post('/api/jwt/journal-entries').send({ entryDate: date })).body
    const path = `/api/jwt/journal-entries/${filler.id}`
    await script.put(path).send({ entryDate: date, wins: 'x' }).expect(200)
    await db.update(rowVersions).set({ bytes: 12_500_000 })
    for (const as of [script, another, await withToken(app, ana)]) {
      const { body, headers } = await as.delete(path).expect(429)
      expect(body.message).toMatch(/^Programs have replaced or deleted 25 MB of your words in 30 days/)
      expect(Number(headers['retry-after'])).toBe(30 * 24 * 60 * 60)
    }
    const file = lisaJson({ entries: [{ entryDate: date, wins: 'y' }] })
    await another.post('/api/jwt/import?preview=false').type('json').send(file).expect(429)
    expect(await read(`journal-entries/${filler.id}`)).toMatchObject({ wins: 'x' })

    // What the owner changes has room of its own, and takes none of that.
    await put(filler.id, 'One', { entryDate: date }).expect(200)
    await db.update(rowVersions).set({ bytes: 25_000_000 }).where(eq(rowVersions.by, 'form'))
    minutes = 11
    await put(filler.id, 'Two', { entryDate: date }).expect(200)
    expect(await kept(filler.id)).toEqual(['form: One', 'token: '])
    const [version] = await versionsOf(id)
    await restore(version?.id).expect(200)
    expect(await read(`journal-entries/${id}`)).toMatchObject({ wins: 'My words' })
  })

  test('is not pushed out by what a token wrote over it, however often that is changed', async () => {
    const { id } = await writeEntry(asAna, day, { wins: 'My words' })
    const script = await withNamedToken(app, ana, ['journal:write'])
    for (let n = 1; n <= 52; n++) {
      minutes = n * 10
      await script
        .put(`/api/jwt/journal-entries/${id}`)
        .send({ entryDate: day, wins: `${n}` })
        .expect(200)
    }
    const found = await kept(id)
    expect(found).toHaveLength(50)
    expect([found[0], found[48], found[49]]).toEqual(['token: 51', 'token: 3', 'token: My words'])
  })

  test('with words of the owner is kept if a token wrote before and after them', async () => {
    const { id } = await writeEntry(asAna, day, { wins: 'own 1' })
    for (let n = 2; n <= 51; n++) {
      minutes = n * 11
      await put(id, `own ${n}`).expect(200)
    }
    const script = await withNamedToken(app, ana, ['journal:write'])
    const garbage = async () => {
      minutes += 11
      const path = `/api/jwt/journal-entries/${id}`
      await script
        .put(path)
        .send({ entryDate: day, wins: `Garbage ${minutes}` })
        .expect(200)
    }
    const later = async (words: string) => {
      minutes += 11
      await put(id, words).expect(200)
    }
    await garbage()
    for (const words of ['later 1', 'later 2', 'later 3']) await later(words)
    expect((await kept(id)).slice(0, 2)).toEqual(['form: later 2', 'form: later 1'])

    for (let n = 0; n < 52; n++) await garbage()
    expect(await kept(id)).toEqual(
      expect.arrayContaining(['token: later 3', 'form: later 2', 'token: own 51']),
    )
    await later('last')
    minutes += 11
    await remove(`journal-entries/${id}`)
    const [gone] = await read('deleted')
    await restore(gone?.id).expect(201)
    expect(await read(`journal-entries/${id}`)).toMatchObject({ wins: 'last' })
  })

  test('goes after 30 days', async () => {
    const { id } = await writeEntry(asAna, day, { wins: 'One' })
    await put(id, 'Two')
    for (const [days, length] of [
      [30, 1],
      [31, 0],
    ] as const) {
      minutes = days * 24 * 60
      await forgetExpired(ctx)
      expect(await kept(id)).toHaveLength(length)
    }
  })

  test('comes back as a change like any other, and is deleted on its own', async () => {
    const entry = await writeEntry(asAna, day, { wins: 'One', mood: 'happy' })
    await put(entry.id, 'Two')
    const [version] = await versionsOf(entry.id)
    const { body } = await restore(version?.id).expect(200)
    expect(body).toEqual({ ...entry, updatedAt: body.updatedAt })
    expect(await kept(entry.id)).toEqual(['undo: Two', 'form: One'])
    expect(await read('journal-entries?q=one')).toHaveLength(1)
    await asBen.delete(`/api/versions/${version?.id}`).expect(404)
    await remove(`versions/${version?.id}`)
    expect(await kept(entry.id)).toEqual(['undo: Two'])
    await restore(version?.id).expect(404)
  })

  test('of before a field was added has its default', async () => {
    const entry = await writeEntry(asAna, day, { wins: 'One' })
    await put(entry.id, 'Two')
    const { mood: _, moodChosen: __, goalIds: ___, goalProgress: ____, ...row } = entry
    await db.update(rowVersions).set({ row })
    const [version] = await versionsOf(entry.id)
    expect(version?.row).toEqual(entry)
  })

  test('of a goal has what its owner sees of it', async () => {
    const goal = await addGoal('Run')
    await asAna.patch(`/api/goals/${goal.id}`).send({ title: 'Swim', achieved: true }).expect(200)
    const [version, ...others] = await read(`goals/${goal.id}/versions`)
    expect([version.row, others]).toEqual([goal, []])
    const { body } = await restore(version.id).expect(200)
    expect(body).toEqual({ ...goal, updatedAt: body.updatedAt })
  })

  test('of a goal comes back with the parts that its later timelines did not allow and that still fit', async () => {
    const goal = await addGoal('Train', { timeline: 'annual' })
    const [part, moved, grown] = [await addGoal('Run'), await addGoal('Swim'), await addGoal('Row')]
    const parts = [part, moved, grown]
    for (const { id } of parts) await asAna.patch(`/api/goals/${id}`).send({ parentId: goal.id }).expect(200)
    const patch = (id: string, changes: object) => asAna.patch(`/api/goals/${id}`).send(changes).expect(200)
    // The second is put together with the first.
    await patch(goal.id, { title: 'Sport' })
    minutes = 5
    await patch(goal.id, { timeline: 'monthly' })
    const parents = async () => Promise.all(parts.map(async ({ id }) => (await read(`goals/${id}`)).parentId))
    expect(await parents()).toEqual([null, null, null])
    const other = await addGoal('Dive', { timeline: 'annual' })
    await patch(moved.id, { parentId: other.id })
    await patch(grown.id, { timeline: 'long-term' })
    minutes = 60
    await patch(goal.id, { title: 'Later' })
    const versions = await read(`goals/${goal.id}/versions`)
    await restore(versions.at(-1).id).expect(200)
    expect(await parents()).toEqual([goal.id, other.id, null])

    await patch(goal.id, { timeline: 'monthly' })
    await remove(`goals/${goal.id}`)
    await restore(versions.at(-1).id).expect(201)
    expect(await parents()).toEqual([goal.id, other.id, null])
  })

  test('of an import is kept for each entry and goal that it changed; what it added has none', async () => {
    const entry = await writeEntry(asAna, day, { wins: 'One' })
    await put(entry.id, 'Two')
    const goals = [
      { id: 'a', title: 'Run', timeline: 'monthly', parentId: 'b' },
      { id: 'b', title: 'Live', timeline: 'annual' },
    ]
    const goal = await addGoal('Run')
    const days = [day, '2020-01-01'].map((entryDate) => ({ entryDate, wins: 'Three' }))
    await imported(asAna, lisaJson({ goals, entries: days }))
    expect(await kept(entry.id)).toEqual(['import: Two', 'form: One'])
    const [changed] = await read(`goals/${goal.id}/versions`)
    expect(changed).toMatchObject({ by: 'import', at: (await read(`goals/${goal.id}`)).updatedAt, row: goal })
    const added = await read('journal-entries/by-date/2020-01-01')
    expect(await versionsOf(added.id)).toEqual([])
    minutes = 24 * 60 + 1
    await forgetExpired(ctx)
    expect(await db.$count(rowVersions, eq(rowVersions.userId, ana.id))).toBe(3)
  })
})

describe('what was deleted', () => {
  test('an entry comes back with its id and the goals that are still there', async () => {
    const [stays, goes] = [await addGoal('Run'), await addGoal('Swim')]
    const entry = await writeEntry(asAna, day, { wins: 'One', goalIds: [stays.id, goes.id] })
    await remove(`journal-entries/${entry.id}`)
    await remove(`goals/${goes.id}`)
    const version = await deleted(day)
    expect(version).toMatchObject({ kind: 'entry', rowId: entry.id })
    await asBen.post(`/api/versions/${version.id}/restore`).expect(404)
    const { body } = await restore(version.id).expect(201)
    expect(body).toEqual({ ...entry, goalIds: [stays.id], updatedAt: body.updatedAt })
    expect(body.updatedAt > version.at).toBe(true)
    expect(await read('journal-entries')).toEqual([body])
    expect((await read('deleted')).map(({ label }: { label: string }) => label)).toEqual(['Swim'])
    expect((await read('analytics/streak')).streak).toBe(1)
  })

  test('an entry is refused where its date is taken', async () => {
    const { id } = await writeEntry(asAna, day, { wins: 'One' })
    await remove(`journal-entries/${id}`)
    const living = await writeEntry(asAna, day, { wins: 'Two' })
    const version = await deleted(day)
    expect((await restore(version.id).expect(409)).body.id).toBe(living.id)
    await put(living.id, 'Two', { entryDate: '2020-01-01' })
    await restore(version.id).expect(201)
    const [earlier] = await versionsOf(living.id)
    expect((await restore(earlier?.id).expect(409)).body.id).toBe(id)
  })

  test('a goal comes back with its days and its parts, and without a parent that is gone', async () => {
    const top = await addGoal('Live', { timeline: 'long-term' })
    const goal = await addGoal('Train', { timeline: 'annual', parentId: top.id })
    const part = await addGoal('Run', { parentId: goal.id })
    const entry = await writeEntry(asAna, day, { goalIds: [goal.id] })
    await remove(`goals/${goal.id}`)
    await remove(`goals/${top.id}`)
    const version = await deleted('Train')
    const { body } = await restore(version.id).expect(201)
    expect(body).toEqual({ ...goal, parentId: null, updatedAt: body.updatedAt })
    expect(await read(`goals/${part.id}`)).toEqual(part)
    expect(await read(`journal-entries/${entry.id}`)).toEqual(entry)
  })

  test('goes for good with all of its earlier versions', async () => {
    const { id } = await writeEntry(asAna, day, { wins: 'One' })
    await put(id, 'Two')
    await remove(`journal-entries/${id}`)
    const version = await deleted(day)
    await remove(`versions/${version.id}`)
    expect(await read('deleted')).toEqual([])
    await asAna.get(`/api/journal-entries/${id}/versions`).expect(404)
  })

  test('comes back once where it is restored twice at once', async () => {
    const entry = await writeEntry(asAna, day, { wins: 'One' })
    await remove(`journal-entries/${entry.id}`)
    const version = await deleted(day)
    const answers = await Promise.all([restore(version.id), restore(version.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(await read('journal-entries')).toMatchObject([{ id: entry.id, wins: 'One' }])
  })
})

test('of a restore and a save from a window that loaded the same, the later one does not win unseen', async () => {
  const { id } = await writeEntry(asAna, day, { wins: 'One' })
  const { body: loaded } = await put(id, 'Two')
  const [version] = await versionsOf(id)
  const [restored, saved] = await Promise.all([
    restore(version?.id),
    put(id, 'Three', { updatedAt: loaded.updatedAt }),
  ])
  expect(restored.status).toBe(200)
  expect([200, 409]).toContain(saved.status)
  expect(await read(`journal-entries/${id}`)).toMatchObject({ wins: 'One' })
  const all = await kept(id)
  expect(all).toContain(saved.status === 409 ? 'undo: Two' : 'undo: Three')
})

test('a goal comes back with its days beside saves of their entries, and is changed while an import reads it', async () => {
  const goal = await addGoal('Run')
  const days = Array.from({ length: 3 }, (_, n) => addDays(day, -n))
  const written = []
  for (const entryDate of days) written.push(await writeEntry(asAna, entryDate, { goalIds: [goal.id] }))
  await remove(`goals/${goal.id}`)
  const { id } = await deleted('Run')
  const saves = written.map(({ id, entryDate }) =>
    asAna.put(`/api/journal-entries/${id}`).send({ entryDate, wins: 'Far' }),
  )
  const answers = await Promise.all([restore(id), ...saves])
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200])
  expect(await read(`goals/${goal.id}/days`)).toHaveLength(3)

  const reader = await ctx.pool.connect()
  try {
    await reader.query('begin')
    await reader.query('select from goals where id = $1 for key share', [goal.id])
    await asAna.patch(`/api/goals/${goal.id}`).send({ achieved: true }).expect(200)
  } finally {
    await reader.query('rollback')
    reader.release()
  }
})
