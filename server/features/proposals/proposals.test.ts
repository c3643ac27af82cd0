import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { goalInput } from '@shared/goals'
import { mostWaiting, proposalLimit } from '@shared/proposals'
import { passwordTokenName } from '@shared/scopes'
import { goals, journalEntries, proposals } from '@shared/schema'
import { forgetExpired } from '../../forget-expired'
import { createEntry, createGoal } from '../../test/factories'
import { type Client, signInAnaAndBen, unknownId, type User } from '../../test/people'
import { createTestApp, withNamedToken, withToken } from '../../test/test-app'
import { propose } from './proposals-repository'

const start = new Date('2026-11-21T12:00:00Z')
let time = start
const { app, ctx, db } = await createTestApp({ now: () => time })
let ana: User, ben: User, asAna: Client, asBen: Client, script: Client
beforeEach(async () => {
  time = start
  ;({ ana, ben, asAna, asBen } = await signInAnaAndBen(app, db))
  script = await withToken(app, ana)
})

const entryDate = '2026-11-20'
const reading = { title: 'Read', timeline: 'monthly' }
const daysLater = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60 * 1000)
const send = (kind: string, payload: object, reason?: string) =>
  script.post('/api/jwt/proposals').send({ kind, payload, reason })
const proposed = async (kind: string, payload: object): Promise<string> =>
  (await send(kind, payload).expect(201)).body.id
const accept = (id: string, payload?: object, client = asAna) =>
  client.post(`/api/proposals/${id}/accept`).send({ payload })
const waiting = async () => (await asAna.get('/api/proposals').expect(200)).body
const entriesOf = () => db.select().from(journalEntries).where(eq(journalEntries.userId, ana.id))
const goalsOf = () => db.select().from(goals).where(eq(goals.userId, ana.id))

test('a proposal is shown with who, when and why, oldest first, and nothing of it is saved', async () => {
  const first = (await send('goal', { ...reading, motivation: '' }, ' It is winter ').expect(201)).body
  expect(first).toEqual({
    id: first.id,
    kind: 'goal',
    payload: reading,
    reason: 'It is winter',
    tokenName: passwordTokenName,
    createdAt: start.toISOString(),
    expiresAt: daysLater(7).toISOString(),
  })
  time = new Date(start.getTime() + 1)
  const rest = []
  for (let n = 1; n < 12; n++) rest.push((await send('entry', { entryDate, wins: `${n}` }).expect(201)).body)
  expect((await waiting())[0]).toEqual(first)
  expect(
    (await waiting())
      .map(({ id }: { id: string }) => id)
      .slice(1)
      .sort(),
  ).toEqual(rest.map(({ id }) => id).sort())
  expect([await entriesOf(), await goalsOf()]).toEqual([[], []])
  expect((await asBen.get('/api/proposals')).body).toEqual([])
})

test('accepted in two windows at once it makes one row, which a repeat gives as it is then, and its words are forgotten', async () => {
  const id = await proposed('goal', reading)
  const answers = await Promise.all([accept(id), accept(id), accept(id)])
  const [goal] = await goalsOf()
  for (const { status, body } of answers) expect([status, body.id]).toEqual([200, goal?.id])
  expect(await goalsOf()).toHaveLength(1)
  await asAna.patch(`/api/goals/${goal?.id}`).send({ title: 'Read more' }).expect(200)
  expect((await accept(id).expect(200)).body).toMatchObject({ id: goal?.id, title: 'Read more' })
  expect(await waiting()).toEqual([])
  expect(await db.select().from(proposals).where(eq(proposals.id, id))).toMatchObject([{ payload: {} }])
  await asAna.delete(`/api/proposals/${id}`).expect(404)
})

test('a POST with its id as the key makes the same goal, before or after it is accepted', async () => {
  const [first, second] = [await proposed('goal', reading), await proposed('goal', reading)]
  const post = (id: string) => asAna.post('/api/goals').set('Idempotency-Key', id).send(reading).expect(201)
  const accepted = await accept(first).expect(200)
  expect((await post(first)).body.id).toBe(accepted.body.id)
  const { body } = await post(second)
  expect((await accept(second).expect(200)).body.id).toBe(body.id)
  expect(await goalsOf()).toHaveLength(2)
})

test('what its user has made of it is saved instead', async () => {
  const id = await proposed('goal', reading)
  await accept(id, { ...reading, title: '' }).expect(400)
  expect(await goalsOf()).toEqual([])
  await accept(id, { title: 'Read two books', timeline: 'annual' }).expect(200)
  expect(await goalsOf()).toMatchObject([{ title: 'Read two books', timeline: 'annual' }])
})

test('an entry and progress are filled in to the entry of the day, of which nothing is lost and the version is kept', async () => {
  const [mine, other] = [await createGoal(db, ana.id), await createGoal(db, ana.id)]
  const written = { entryDate, mood: 'happy', wins: 'Tea', goalProgress: 'Ran' } as const
  const { id: entryId } = await createEntry(db, ana.id, written, [mine.id])
  const entry = await proposed('entry', { entryDate, mood: 'sad', wins: 'Bread', challenges: 'Rain' })
  const progress = await proposed('progress', { goalId: other.id.toUpperCase(), entryDate, note: 'Slept' })
  await accept(entry).expect(200)
  expect((await accept(progress).expect(200)).body).toMatchObject({
    id: entryId,
    mood: 'happy',
    wins: 'Tea\n\nBread',
    challenges: 'Rain',
    goalProgress: 'Ran\n\nSlept',
    goalIds: [mine.id, other.id].sort(),
  })
  const versions = await asAna.get(`/api/journal-entries/${entryId}/versions`).expect(200)
  expect(versions.body).toMatchObject([{ by: 'form', row: { ...written, goalIds: [mine.id] } }])
})

test('a day without an entry gets one, and two proposals for it at once make one', async () => {
  const goal = await createGoal(db, ana.id)
  const ids = [
    await proposed('entry', { entryDate, wins: 'Bread' }),
    await proposed('progress', { goalId: goal.id, entryDate }),
  ]
  for (const { status } of await Promise.all(ids.map((id) => accept(id)))) expect(status).toBe(200)
  const { body } = await asAna.get(`/api/journal-entries/by-date/${entryDate}`).expect(200)
  expect(body).toMatchObject({ wins: 'Bread', goalIds: [goal.id], moodChosen: false })
})

test.each([
  ['entry', (id: string) => ({ entryDate, goalIds: [id] })],
  ['progress', (goalId: string) => ({ goalId, entryDate })],
  ['goal', (parentId: string) => ({ ...reading, parentId })],
])('%s that names a goal which is gone by then is 409, and nothing is saved', async (kind, payloadOf) => {
  const goal = await createGoal(db, ana.id, { timeline: 'annual' })
  const id = await proposed(kind, payloadOf(goal.id))
  await asAna.delete(`/api/goals/${goal.id}`).expect(204)
  const { body } = await accept(id).expect(409)
  expect(body).toEqual({ message: 'A goal that this names is gone. Please change or dismiss it.' })
  expect([await entriesOf(), await goalsOf()]).toEqual([[], []])
  expect(await waiting()).toHaveLength(1)
})

test('an entry that is full is 409 and stays as it is', async () => {
  const full = 'x'.repeat(50_000)
  await createEntry(db, ana.id, { entryDate, wins: full })
  const id = await proposed('entry', { entryDate, wins: 'Tea', challenges: 'Rain' })
  await accept(id).expect(409)
  expect(await entriesOf()).toMatchObject([{ wins: full, challenges: '' }])
})

test('bad input, and the goals of others, are 400 and change nothing', async () => {
  const { id: foreign } = await createGoal(db, ben.id, { timeline: 'annual' })
  const path = async (kind: string, payload: object) =>
    (await send(kind, payload).expect(400)).body.errors[0].path
  const paths = []
  for (const goalId of [foreign, unknownId])
    paths.push(
      await path('entry', { entryDate, goalIds: [goalId] }),
      await path('progress', { goalId, entryDate }),
      await path('goal', { ...reading, parentId: goalId }),
    )
  expect(paths).toEqual(['goalIds', 'goalId', 'parentId', 'goalIds', 'goalId', 'parentId'])
  expect(await path('note', reading)).toBe('kind')
  expect(await path('goal', { title: '' })).toBe('payload.title')
  expect(await path('progress', { goalId: foreign, entryDate: '2026-02-30' })).toBe('payload.entryDate')
  await send('entry', { entryDate, wins: 'x'.repeat(50_001) }).expect(400)
  await send('goal', { ...reading, description: 'x'.repeat(128 * 1024) }).expect(413)
  expect(await waiting()).toEqual([])
})

test('nobody else finds it, and neither does its user once it was dismissed or has ended', async () => {
  const [id, another] = [await proposed('goal', reading), await proposed('goal', reading)]
  await accept(id, undefined, asBen).expect(404)
  await asBen.delete(`/api/proposals/${id}`).expect(404)
  await asAna.delete(`/api/proposals/${id}`).expect(204)
  await accept(id).expect(404)
  time = daysLater(7)
  expect(await waiting()).toEqual([])
  await accept(another).expect(404)
  await asAna.delete(`/api/proposals/${another}`).expect(404)
  expect(await goalsOf()).toEqual([])
  await forgetExpired(ctx)
  expect(await db.$count(proposals, eq(proposals.userId, ana.id))).toBe(0)
})

test('of what hostile clients send 20 are stored for each, also on the next day, and others go on', async () => {
  const stored = () => db.$count(proposals, eq(proposals.userId, ana.id))
  for (let n = 1; n <= proposalLimit.limit; n++) await send('goal', reading).expect(201)
  // The 21st is refused like the 10,000th: each is counted by one statement.
  for (let n = 0; n < 5; n++) {
    const { headers } = await send('goal', reading).expect(429)
    expect(Number(headers['retry-after'])).toBe(24 * 60 * 60)
  }
  expect(await stored()).toBe(proposalLimit.limit)
  time = daysLater(1)
  await send('goal', reading).expect(409)
  const by = (name: string) =>
    propose(
      ctx,
      { userId: ana.id, access: { id: name, name, scopes: ['propose'] } },
      { kind: 'goal', payload: goalInput.parse(reading) },
    )
  await Promise.all(Array.from({ length: 5 * 24 }, (_, n) => by(`Script ${n % 5}`).catch(() => {})))
  expect(await stored()).toBe(6 * mostWaiting)
  await by('Another')
  await asAna.delete(`/api/proposals/${(await waiting())[0].id}`).expect(204)
  await send('goal', reading).expect(201)
})

test(
  'of 10,000 proposals that a hostile client sends 20 are stored, and its user goes on as before',
  { timeout: 600_000, tags: 'nightly' },
  async () => {
    const hostile = await withNamedToken(app, ana, ['propose'])
    const counts: Record<number, number> = {}
    for (let n = 0; n < 10_000; n += 8) {
      // As many requests as one token has in a quarter of an hour, all day.
      if (n % 592 === 0) time = new Date(time.getTime() + 15 * 60_000)
      const sent = Array.from({ length: 8 }, () =>
        hostile.post('/api/jwt/proposals').send({ kind: 'goal', payload: reading }),
      )
      for (const { status } of await Promise.all(sent)) counts[status] = (counts[status] ?? 0) + 1
    }
    expect(counts).toEqual({ 201: proposalLimit.limit, 429: 10_000 - proposalLimit.limit })
    expect(await db.$count(proposals, eq(proposals.userId, ana.id))).toBe(proposalLimit.limit)
    expect(await waiting()).toHaveLength(proposalLimit.limit)
    await send('goal', reading).expect(201)
    expect(await goalsOf()).toEqual([])
  },
)
