import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { journalEntries } from '@shared/schema'
import { exportedTo } from '../../test/archives'
import { imported, lisaJson, wipe } from '../../test/imports'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { readHere } from '../../test/reading'
import { createTestApp, withToken } from '../../test/test-app'

const { app, db } = await createTestApp({ startReading: readHere })
let ana: User, ben: User, asAna: Client, asBen: Client
beforeEach(async () => ({ ana, ben, asAna, asBen } = await signInAnaAndBen(app, db)))

const path = '/api/journal-entries'
const entryDate = '2026-11-21'
const post = async (body: object) =>
  (
    await asAna
      .post(path)
      .send({ entryDate, ...body })
      .expect(201)
  ).body
const put = (id: string, body: object) => asAna.put(`${path}/${id}`).send({ entryDate, ...body })
const days = async (client = asAna) =>
  (await client.get('/api/analytics/days').query({ from: '2026-11-01', to: '2026-11-30' }).expect(200)).body

const unchosen = { mood: 'neutral', moodChosen: false }
const chosen = (mood: string) => ({ mood, moodChosen: true })

test.each([
  [{}, unchosen],
  [{ mood: '' }, unchosen],
  [{ mood: null }, unchosen],
  [{ mood: 'neutral' }, chosen('neutral')],
  [{ mood: 'sad' }, chosen('sad')],
  // Nobody sets it from outside.
  [{ moodChosen: true }, unchosen],
  [{ mood: 'neutral', moodChosen: false }, chosen('neutral')],
])('a new entry with %j is %j in every view', async (sent, seen) => {
  const created = await post(sent)
  expect(created).toMatchObject(seen)
  expect((await asAna.get(`${path}/${created.id}`)).body).toMatchObject(seen)
  expect((await asAna.get(`${path}/by-date/${entryDate}`)).body).toMatchObject(seen)
  expect((await asAna.get(path)).body).toMatchObject([seen])
  expect((await asAna.get(`${path}/on-this-day?date=2027-11-21`)).body).toMatchObject([seen])
  const { body: today } = await asAna.get('/api/today').query({ date: entryDate })
  expect(today.entry).toMatchObject(seen)
  const mood = seen.moodChosen ? seen.mood : null
  expect(today.days).toEqual([{ date: entryDate, mood, id: created.id }])
  expect(await days()).toEqual([{ date: entryDate, mood, id: created.id }])
})

test('a search tells it too', async () => {
  await post({ wins: 'a found word' })
  expect((await asAna.get(path).query({ q: 'found' })).body).toMatchObject([unchosen])
})

test('a token creates entries with and without a mood', async () => {
  const client = await withToken(app, ana)
  const create = (body: object) => client.post('/api/jwt/journal-entries').send(body).expect(201)
  expect((await create({ entryDate })).body).toMatchObject(unchosen)
  expect((await create({ entryDate: '2026-11-20', mood: 'neutral' })).body).toMatchObject(chosen('neutral'))
})

describe('an update', () => {
  test.each([
    [{ mood: 'happy' }, {}, unchosen],
    [{ mood: 'sad' }, { mood: '' }, unchosen],
    [{ mood: 'neutral' }, { mood: null }, unchosen],
    [{}, {}, unchosen],
    [{}, { mood: 'neutral' }, chosen('neutral')],
    [{}, { mood: 'sad' }, chosen('sad')],
    [{ mood: 'sad' }, { mood: 'neutral' }, chosen('neutral')],
  ])('of %j by %j makes it %j', async (before, change, after) => {
    const { id } = await post(before)
    expect((await put(id, change).expect(200)).body).toMatchObject(after)
    expect((await asAna.get(`${path}/${id}`)).body).toMatchObject(after)
  })

  test('that was refused, or is of somebody else, changes nothing', async () => {
    const { id, updatedAt } = await post({})
    await put(id, { mood: 'furious' }).expect(400)
    await asBen.put(`${path}/${id}`).send({ entryDate, mood: 'sad' }).expect(404)
    await put(id, { mood: 'sad', updatedAt: '2026-01-01T00:00:00.000Z' }).expect(409)
    expect((await asAna.get(`${path}/${id}`)).body).toMatchObject({ ...unchosen, updatedAt })
    expect(await days(asBen)).toEqual([])
  })

  test('that chooses the preset mood is one, and the same again is none', async () => {
    const { id, updatedAt } = await post({})
    const { body } = await put(id, { mood: 'neutral', updatedAt }).expect(200)
    expect(body.updatedAt).not.toBe(updatedAt)
    await put(id, { mood: 'neutral', updatedAt }).expect(200)
    await put(id, { mood: 'sad', updatedAt }).expect(409)
  })

  test('that has no mood, of an older version, is none only where nobody has chosen one since', async () => {
    const { id, updatedAt } = await post({})
    await put(id, { wins: 'a', updatedAt }).expect(200)
    await put(id, { wins: 'a', updatedAt }).expect(200)
    await put(id, { wins: 'a', mood: 'sad' }).expect(200)
    await put(id, { wins: 'a', updatedAt }).expect(409)
  })
})

test('a request that is repeated gets the entry as it is', async () => {
  const again = () => asAna.post(path).set('Idempotency-Key', 'a-key').send({ entryDate, wins: 'once' })
  expect((await again().expect(201)).body).toMatchObject(unchosen)
  expect((await again().expect(201)).body).toMatchObject(unchosen)
})

test('a request of before, when a missing mood was hashed as the default one, can be repeated', async () => {
  const again = () => asAna.post(path).set('Idempotency-Key', 'a-key').send({ entryDate, wins: 'once' })
  const { id } = (await again().expect(201)).body
  const fields = [
    ['entryDate', entryDate],
    ['mood', 'neutral'],
    ['wins', 'once'],
  ]
  const hash = createHash('sha256')
    .update(JSON.stringify([id, fields]))
    .digest('base64url')
  await db.update(journalEntries).set({ requestHash: hash }).where(eq(journalEntries.id, id))
  expect((await again().expect(201)).body).toMatchObject({ id, ...unchosen })
})

describe('rows of processes that do not know the column', () => {
  // As the migration finds them, and as such a process goes on to write them during an upgrade.
  const oldInsert = (day: string, mood: string) =>
    db.execute(
      sql`insert into journal_entries (user_id, entry_date, mood) values (${ana.id}, ${day}, ${mood})`,
    )

  test('count as chosen unless they are neutral', async () => {
    await oldInsert('2026-11-20', 'sad')
    await oldInsert('2026-11-21', 'neutral')
    expect(await days()).toMatchObject([{ mood: 'sad' }, { mood: null }])
    expect((await asAna.get(path)).body).toMatchObject([unchosen, chosen('sad')])
  })

  test('keep it that way when such a process changes them', async () => {
    const { id } = await post({})
    await db.execute(sql`update journal_entries set mood = 'happy' where id = ${id}`)
    expect((await asAna.get(`${path}/${id}`)).body).toMatchObject(chosen('happy'))
  })

  test('are not rewritten by the migration', async () => {
    const name = (await readdir('migrations')).find((file) => file.includes('mood_chosen'))
    expect(await readFile(`migrations/${name}`, 'utf8')).not.toMatch(/update/i)
  })
})

describe('export and import', () => {
  const written = [
    { entryDate: '2026-11-18' },
    { entryDate: '2026-11-19', wins: 'no mood' },
    { entryDate: '2026-11-20', wins: 'an ordinary day', mood: 'neutral' },
    { entryDate: '2026-11-21', mood: 'happy' },
  ]
  const all = async (client: Client) =>
    (await client.get(path).expect(200)).body.map(
      ({ id, userId, ...row }: { id: string; userId: string }) => ({ ...row, hasIds: Boolean(id && userId) }),
    )

  test('give back what was exported, and the same file again changes nothing', async () => {
    for (const entry of written) await asAna.post(path).send(entry).expect(201)
    const before = await all(asAna)
    const { body: zip } = await asAna.get('/api/export').responseType('blob').expect(200)
    await wipe(db, ana)
    await imported(asAna, zip)
    expect(await all(asAna)).toEqual(before)
    await imported(asAna, zip)
    expect(await all(asAna)).toEqual(before)
    await imported(asBen, zip)
    expect(await all(asBen)).toEqual(before)
  })

  test('of an export from before it was kept: chosen unless neutral', async () => {
    const entries = [
      { entryDate: '2026-11-20', mood: 'sad', wins: 'a' },
      { entryDate: '2026-11-21', mood: 'neutral', wins: 'b' },
    ]
    await imported(asAna, lisaJson({ entries }))
    expect(await all(asAna)).toMatchObject([unchosen, chosen('sad')])
  })

  test('an import never replaces a mood that was chosen, neutral included, nor takes one that was not', async () => {
    await post({ mood: 'neutral' })
    await asAna.post(path).send({ entryDate: '2026-11-20' }).expect(201)
    const entries = [
      { entryDate, mood: 'sad', moodChosen: true, wins: 'a' },
      { entryDate: '2026-11-20', mood: 'sad', moodChosen: true, wins: 'b' },
      { entryDate: '2026-11-19', mood: 'neutral', moodChosen: false, wins: 'c' },
    ]
    await imported(asAna, lisaJson({ entries }))
    expect(await all(asAna)).toMatchObject([chosen('neutral'), chosen('sad'), unchosen])
  })

  test.each([
    ['its Markdown', '---\ndate: 2026-11-21\n---\n\nWords', unchosen],
    ['its Markdown with a mood', '---\ndate: 2026-11-21\nmood: neutral\n---\n\nWords', chosen('neutral')],
    ['a table', 'date,text\n2026-11-21,Words\n', unchosen],
    ['a table with moods', 'date,mood,text\n2026-11-21,neutral,Words\n', chosen('neutral')],
  ])('%s', async (_, file, seen) => {
    await imported(asAna, file)
    expect(await all(asAna)).toMatchObject([seen])
  })

  test('the files to read and Day One say nothing of a mood that nobody chose', async () => {
    for (const entry of written.slice(1, 3)) await asAna.post(path).send(entry).expect(201)
    const files = await exportedTo(asAna)
    expect(files.get('journal/2026/2026-11-19.md')).toMatch(/^---\ndate: 2026-11-19\n---\n/)
    expect(files.get('journal/2026/2026-11-20.md')).toMatch(/^---\ndate: 2026-11-20\nmood: neutral\n---\n/)
    expect(files.get('index.html')?.match(/class="mood neutral"/g)).toHaveLength(1)
    const { body: zip } = await asAna.get('/api/export?format=dayone').responseType('blob').expect(200)
    await imported(asBen, zip)
    expect(await all(asBen)).toMatchObject([chosen('neutral'), unchosen])
  })
})

test('the column has a default, so that older processes can insert', async () => {
  const [row] = await db.insert(journalEntries).values({ userId: ben.id, entryDate }).returning()
  expect(row).toMatchObject(unchosen)
})
