import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { goals, journalEntries } from '@shared/schema'
import { createEntry } from '../test/factories'
import { type Client, signInAnaAndBen, type User } from '../test/people'
import { createTestApp, withToken } from '../test/test-app'
import { mostAtOnce } from '../limits/few-at-once'

const { app, db } = await createTestApp({ settings: { QUOTA_GOALS: '2', QUOTA_ENTRIES: '2' } })
let ana: User, ben: User, asAna: Client, asBen: Client
beforeEach(async () => ({ ana, ben, asAna, asBen } = await signInAnaAndBen(app, db)))

const goalsOfUser = ({ id }: User) => db.select().from(goals).where(eq(goals.userId, id))
const entriesOfUser = ({ id }: User) => db.select().from(journalEntries).where(eq(journalEntries.userId, id))

const aGoal = { title: 'Run', timeline: 'monthly' }
const anEntry = { entryDate: '2026-11-21', wins: 'Ran' }
/** Sends it with a key. */
const post = (client: Client, path: string, sent: object, key = 'talk-1:call-1') =>
  client.post(path).set('Idempotency-Key', key).send(sent)
const aim = (client: Client, sent: object = {}, key?: string) =>
  post(client, '/api/goals', { ...aGoal, ...sent }, key)
const write = (client: Client, sent: object = {}, key?: string) =>
  post(client, '/api/journal-entries', { ...anEntry, ...sent }, key)

describe('a request to create that is repeated with its key', () => {
  test('creates one goal and one entry, however many repeats race', async () => {
    for (const send of [aim, write]) {
      const answers = await Promise.all(Array.from({ length: mostAtOnce }, () => send(asAna)))
      expect(answers.map(({ status }) => status)).toEqual(Array(mostAtOnce).fill(201))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    }
    expect(await goalsOfUser(ana)).toHaveLength(1)
    expect(await entriesOfUser(ana)).toMatchObject([anEntry])
  })

  test('is answered with the row as it is now, and changes nothing', async () => {
    const { body: goal } = await aim(asAna).expect(201)
    const { body: edited } = await asAna.patch(`/api/goals/${goal.id}`).send({ title: 'Run far' }).expect(200)
    expect((await aim(asAna).expect(201)).body).toEqual(edited)

    const { body: entry } = await write(asAna).expect(201)
    const moved = { entryDate: '2026-11-20', wins: 'Ran far' }
    const { body: now } = await asAna.put(`/api/journal-entries/${entry.id}`).send(moved).expect(200)
    expect((await write(asAna).expect(201)).body).toEqual(now)
    expect(await entriesOfUser(ana)).toMatchObject([moved])
  })

  test('is refused when its date has an entry of another request', async () => {
    const { id } = await createEntry(db, ana.id, { entryDate: '2026-11-21', wins: 'Before' })
    const { body } = await write(asAna).expect(409)
    expect(body).toEqual({ message: 'An entry for this date already exists', id })
    expect(await entriesOfUser(ana)).toMatchObject([{ wins: 'Before' }])
  })

  test('is answered when the quota is used up by now', async () => {
    const { body: goal } = await aim(asAna).expect(201)
    await aim(asAna, {}, 'other').expect(201)
    await aim(asAna, {}, 'third').expect(413)
    expect((await aim(asAna).expect(201)).body).toEqual(goal)
  })

  test('is known by a token as by a session', async () => {
    const asProgram = await withToken(app, ana)
    const { body: goal } = await aim(asAna).expect(201)
    expect((await post(asProgram, '/api/jwt/goals', aGoal).expect(201)).body).toEqual(goal)
    const { body: entry } = await post(asProgram, '/api/jwt/journal-entries', anEntry).expect(201)
    expect((await write(asAna).expect(201)).body).toEqual(entry)
  })

  const message = 'This was created before, with other words. Something new needs a new Idempotency-Key.'
  const otherGoals: object[] = [{ title: 'Walk' }, { timeline: 'annual' }, { motivation: 'Air' }]
  const otherEntries: object[] = [
    { wins: 'Walked' },
    { wins: '' },
    { mood: 'sad' },
    { entryDate: '2026-11-22' },
  ]

  test('and other words is refused, stores nothing, and shows what there is', async () => {
    const { body: goal } = await aim(asAna).expect(201)
    const { body: entry } = await write(asAna).expect(201)
    const refused = async () => {
      for (const other of otherGoals)
        expect((await aim(asAna, other).expect(422)).body).toEqual({ message, current: goal })
      for (const other of otherEntries)
        expect((await write(asAna, other).expect(422)).body).toEqual({ message, current: entry })
    }
    await refused()
    expect(await goalsOfUser(ana)).toHaveLength(1)
    expect(await entriesOfUser(ana)).toMatchObject([anEntry])

    Object.assign(goal, (await asAna.patch(`/api/goals/${goal.id}`).send({ title: 'Walk' })).body)
    Object.assign(
      entry,
      (await asAna.put(`/api/journal-entries/${entry.id}`).send({ ...anEntry, wins: 'Walked' })).body,
    )
    await refused()
    expect((await aim(asAna).expect(201)).body).toEqual(goal)
    expect((await write(asAna).expect(201)).body).toEqual(entry)
  })

  test('and other words at the same moment is stored once, and refused as often', async () => {
    const titles = Array.from({ length: mostAtOnce }, (_, i) => `Run ${i % 2}`)
    const answers = await Promise.all(titles.map((title) => aim(asAna, { title })))
    const [stored, ...others] = await goalsOfUser(ana)
    expect(others).toEqual([])
    expect(answers.map(({ status }) => status)).toEqual(
      titles.map((title) => (title === stored?.title ? 201 : 422)),
    )
  })

  test('is known however its body is written, as by a page that knows more or fewer fields', async () => {
    const { body: goal } = await aim(asAna).expect(201)
    const { body: entry } = await write(asAna).expect(201)
    for (const same of [
      { title: ' Run ', motivation: null, description: '' },
      { successIndicators: undefined, unknown: 'field' },
    ])
      expect((await aim(asAna, same).expect(201)).body).toEqual(goal)
    for (const same of [
      { wentWell: '', mood: '', challenges: null },
      { mood: null, place: 'Faro' },
    ])
      expect((await write(asAna, same).expect(201)).body).toEqual(entry)
    const turned = Object.fromEntries(Object.entries(anEntry).reverse())
    expect((await post(asAna, '/api/journal-entries', turned).expect(201)).body).toEqual(entry)
  })

  test('of a row from before bodies were compared is answered with it', async () => {
    const { body: goal } = await aim(asAna).expect(201)
    await db.update(goals).set({ requestHash: null })
    expect((await aim(asAna, { title: 'Walk' }).expect(201)).body).toEqual(goal)
  })

  test('leaves no words behind in what is compared', async () => {
    await aim(asAna, { title: 'Secret' }).expect(201)
    await aim(asBen, { title: 'Secret' }).expect(201)
    const hashes = [...(await goalsOfUser(ana)), ...(await goalsOfUser(ben))].map((row) => row.requestHash)
    expect(new Set(hashes).size).toBe(2)
    for (const hash of hashes) expect(hash).toMatch(/^[\w-]{43}$/)
  })

  test('creates it again once it has been deleted', async () => {
    const { body: goal } = await aim(asAna).expect(201)
    await asAna.delete(`/api/goals/${goal.id}`).expect(204)
    expect((await aim(asAna, { title: 'Walk' }).expect(201)).body).toMatchObject({
      id: goal.id,
      title: 'Walk',
    })
    await aim(asAna).expect(422)
  })
})

test('two people with the same key never meet', async () => {
  const mine = await aim(asAna, { title: 'Mine' }).expect(201)
  const theirs = await aim(asBen, { title: 'Theirs' }).expect(201)
  expect(theirs.body).toMatchObject({ title: 'Theirs', userId: ben.id })
  expect(theirs.body.id).not.toBe(mine.body.id)
  await write(asAna, { wins: 'Mine' }).expect(201)
  expect((await write(asBen, { wins: 'Theirs' }).expect(201)).body).toMatchObject({ wins: 'Theirs' })
  expect(await goalsOfUser(ana)).toMatchObject([{ title: 'Mine' }])
  expect(await entriesOfUser(ana)).toMatchObject([{ wins: 'Mine' }])
})

test('other keys, and none, create other rows', async () => {
  await aim(asAna, {}, 'one').expect(201)
  const { body } = await aim(asAna, {}, 'One').expect(201)
  expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(await goalsOfUser(ana)).toHaveLength(2)
  await asBen.post('/api/goals').send(aGoal).expect(201)
  await asBen.post('/api/goals').send(aGoal).expect(201)
  expect(await goalsOfUser(ben)).toHaveLength(2)
})

test.each(['', ' ', 'a b', 'x'.repeat(201), 'caf\u00e9'])('a malformed key is refused: %o', async (key) => {
  const message = 'Must be 1 to 200 visible ASCII characters'
  const { body } = await aim(asAna, {}, key).expect(400)
  expect(body).toEqual({
    message: `Idempotency-Key: ${message}`,
    errors: [{ path: 'Idempotency-Key', message }],
  })
  await write(asAna, {}, key).expect(400)
  expect([...(await goalsOfUser(ana)), ...(await entriesOfUser(ana))]).toEqual([])
})

test('an update whose answer was lost is answered with the entry when it is sent again', async () => {
  const entry = await createEntry(db, ana.id, { entryDate: '2026-11-21', wins: 'as loaded' })
  const send = (wins: string) =>
    asAna
      .put(`/api/journal-entries/${entry.id}`)
      .send({ entryDate: '2026-11-21', mood: 'happy', wins, updatedAt: entry.updatedAt.toISOString() })
  const { body: first } = await send('Ran').expect(200)
  expect((await send('Ran').expect(200)).body).toEqual(first)
  expect((await send('Ran far').expect(409)).body).toMatchObject({ current: first })
  expect(await entriesOfUser(ana)).toMatchObject([{ wins: 'Ran', mood: 'happy' }])
})
