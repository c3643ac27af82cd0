import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { entryRecord } from '@shared/journal'
import { goals, journalEntries, usage, users } from '@shared/schema'
import { createEntry, createGoal, createUser } from '../test/factories'
import { type Client, signInAnaAndBen, type User } from '../test/people'
import { createTestApp, withToken } from '../test/test-app'
import { root } from '../root'

const { app, ctx, db } = await createTestApp({
  settings: { QUOTA_ENTRIES: '3', QUOTA_GOALS: '2', QUOTA_MEGABYTES: '1' },
})
let ana: User, asAna: Client, asBen: Client
beforeEach(async () => ({ ana, asAna, asBen } = await signInAnaAndBen(app, db)))

const write = (client: Client, day: number, texts: object = {}) =>
  client.post('/api/journal-entries').send({ entryDate: `2026-01-0${day}`, ...texts })
const aim = (client: Client, texts: object = {}) =>
  client.post('/api/goals').send({ title: 'Read', timeline: 'monthly', ...texts })
const longTexts = Object.fromEntries(entryRecord.texts.map((field) => [field, 'x'.repeat(50_000)]))
const usageOf = async ({ id }: User) => (await db.select().from(usage).where(eq(usage.userId, id)))[0]

describe('past the quota', () => {
  test('no entry is created until one is deleted; the others can be changed, and others write on', async () => {
    const [first] = await Promise.all(
      [1, 2, 3].map(async (day) => (await write(asAna, day).expect(201)).body),
    )
    const refused = await write(asAna, 4).expect(413)
    expect(refused.body).toEqual({
      message: 'Your journal is full. It can hold up to 3 entries. Delete some to add new ones.',
    })
    await write(asAna, 1).expect(409)
    const changed = { entryDate: '2026-02-01', wins: 'Moved' }
    await asAna.put(`/api/journal-entries/${first.id}`).send(changed).expect(200)
    expect((await asAna.get('/api/journal-entries').expect(200)).body).toHaveLength(3)
    await write(asBen, 4).expect(201)
    await asAna.delete(`/api/journal-entries/${first.id}`).expect(204)
    await write(asAna, 4).expect(201)
    await write(asAna, 5).expect(413)
  })

  test('no goal is created until one is deleted, by a token neither', async () => {
    const [first] = await Promise.all([aim(asAna), aim(asAna)])
    const refused = await aim(asAna).expect(413)
    expect(refused.body.message).toBe('You have reached the limit of 2 goals. Delete some to add new ones.')
    const asProgram = await withToken(app, ana)
    await asProgram.post('/api/jwt/goals').send({ title: 'Read', timeline: 'annual' }).expect(413)
    await aim(asBen).expect(201)
    await asAna.patch(`/api/goals/${first.body.id}`).send({ title: 'Read more' }).expect(200)
    await asAna.delete(`/api/goals/${first.body.id}`).expect(204)
    await aim(asAna).expect(201)
  })

  test('no text is added, neither by a new entry or goal nor by a change; less is always accepted', async () => {
    const { body: long } = await write(asAna, 1, longTexts).expect(201)
    const { body: short } = await write(asAna, 2, { ...longTexts, wins: '', challenges: '' }).expect(201)
    const change = (entry: { id: string }, texts: object) =>
      asAna.put(`/api/journal-entries/${entry.id}`).send({ ...short, ...texts, updatedAt: null })
    const { body } = await write(asAna, 3, { wins: longTexts.wins }).expect(413)
    expect(body.message).toBe(
      'Your goals and journal have reached the limit of 1 MB of text. Shorten or delete some of them.',
    )
    await change(short, longTexts).expect(413)
    expect((await asAna.get(`/api/journal-entries/${short.id}`)).body).toEqual(short)

    // As the settings of another day may leave it: full beyond the quota.
    await db.execute(sql`update usage set bytes = bytes + 2000000 where user_id = ${ana.id}`)
    const { body: goal } = await aim(asAna).expect(413)
    expect(goal.message).toContain('1 MB')
    await change(short, { mood: 'happy' }).expect(200)
    await change(short, { wentWell: '' }).expect(200)
    await asAna.delete(`/api/journal-entries/${long.id}`).expect(204)
  })

  test('a goal cannot grow either', async () => {
    await write(asAna, 1, longTexts).expect(201)
    await write(asAna, 2, { ...longTexts, wins: '', challenges: '', wentWell: '' }).expect(201)
    const { body: goal } = await aim(asAna).expect(201)
    // Ten thousand letters of three bytes each.
    const text = '日'.repeat(10_000)
    await asAna.patch(`/api/goals/${goal.id}`).send({ description: text, motivation: text }).expect(413)
    await asAna.patch(`/api/goals/${goal.id}`).send({ title: 'R' }).expect(200)
  })

  test('many at once do not get past it either', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].flatMap((day) => [write(asAna, day), aim(asAna)]))
    const created = answers.filter(({ status }) => status === 201)
    expect(answers.filter(({ status }) => status === 413)).toHaveLength(answers.length - created.length)
    expect(await usageOf(ana)).toMatchObject({ entries: 3, goals: 2 })
    expect(await db.$count(journalEntries, eq(journalEntries.userId, ana.id))).toBe(3)
    expect(await db.$count(goals, eq(goals.userId, ana.id))).toBe(2)
  })
})

describe('what is counted', () => {
  test('is every text in bytes, through changes and deletions', async () => {
    const entry = await createEntry(
      db,
      ana.id,
      Object.fromEntries(entryRecord.texts.map((field) => [field, 'é'])),
    )
    expect(await usageOf(ana)).toMatchObject({ entries: 1, goals: 0, bytes: 22 })
    const texts = { title: 'é', description: 'é', motivation: 'é', successIndicators: 'é' }
    const goal = await createGoal(db, ana.id, texts)
    expect(await usageOf(ana)).toMatchObject({ entries: 1, goals: 1, bytes: 30 })
    await db.update(goals).set({ description: null, title: 'abc' }).where(eq(goals.id, goal.id))
    expect(await usageOf(ana)).toMatchObject({ bytes: 29 })
    await db.delete(journalEntries).where(eq(journalEntries.id, entry.id))
    expect(await usageOf(ana)).toMatchObject({ entries: 0, goals: 1, bytes: 7 })
    await db.delete(goals)
    expect(await usageOf(ana)).toMatchObject({ entries: 0, goals: 0, bytes: 0 })
  })

  test('goes with the user', async () => {
    await createEntry(db, ana.id)
    await createGoal(db, ana.id)
    await db.delete(users).where(eq(users.id, ana.id))
    expect(await usageOf(ana)).toBeUndefined()
  })

  test('includes what was there before there was a quota', async () => {
    const user = await createUser(db)
    await createEntry(db, user.id, { wins: 'Some words' })
    await createGoal(db, user.id, { title: 'Some', description: 'words' })
    await createGoal(db, user.id, { title: 'More' })
    const counted = await usageOf(user)
    await db.delete(usage)
    const migration = await readFile(path.join(root, 'migrations/0005_quota.sql'), 'utf8')
    await ctx.pool.query(migration.split('--> statement-breakpoint').at(-1) ?? '')
    expect(await usageOf(user)).toEqual(counted)
    expect(counted).toMatchObject({ entries: 1, goals: 2, bytes: 23 })
  })
})
