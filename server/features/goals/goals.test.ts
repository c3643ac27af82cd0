import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { goals } from '@shared/schema'
import { createGoal } from '../../test/factories'
import { type Client, signInAnaAndBen, unknownId, type User } from '../../test/people'
import { storedGoal } from '../../test/stored-goal'
import { createTestApp } from '../../test/test-app'

const { app, db } = await createTestApp()
let ana: User, ben: User, asAna: Client, asBen: Client
beforeEach(async () => ({ ana, ben, asAna, asBen } = await signInAnaAndBen(app, db)))

const goalsOfAna = () => db.select().from(goals).where(eq(goals.userId, ana.id))

describe('create', () => {
  test('stores every field, the title trimmed, and answers with the row', async () => {
    const texts = { description: ' d ', motivation: 'm', successIndicators: 's' }
    const sent = { title: '  Run a marathon  ', timeline: 'long-term', ...texts }
    const { body } = await asAna.post('/api/goals').send(sent).expect(201)
    expect(body).toMatchObject({ title: 'Run a marathon', timeline: 'long-term', ...texts, userId: ana.id })
    expect(await storedGoal(db, body.id)).toMatchObject([{ title: 'Run a marathon', ...texts }])
  })

  test('optional texts that are absent, null or empty are null', async () => {
    const sent = { title: 'Read', timeline: 'monthly', description: '', motivation: null }
    const { body } = await asAna.post('/api/goals').send(sent).expect(201)
    expect(body).toMatchObject({ description: null, motivation: null, successIndicators: null })
  })

  test('server-managed fields cannot be set', async () => {
    const sent = {
      title: 'Read',
      timeline: 'annual',
      id: unknownId,
      userId: ben.id,
      createdAt: '2000-01-01T00:00:00Z',
    }
    const { body } = await asAna.post('/api/goals').send(sent).expect(201)
    expect(body).toMatchObject({ userId: ana.id })
    expect(body.id).not.toBe(unknownId)
    expect(body.createdAt).not.toMatch(/^2000/)
  })

  test.each([
    [['title', 'timeline'], {}],
    [['title'], { title: '   ', timeline: 'monthly' }],
    [['title'], { title: 'x'.repeat(201), timeline: 'monthly' }],
    [['title'], { title: 'a\u0000', timeline: 'monthly' }],
    [['title'], { title: '\u200b\u2060\u3164\u00ad', timeline: 'monthly' }],
    [['title'], { title: 'a\udc9b', timeline: 'monthly' }],
    [['title'], { title: 7, timeline: 'monthly' }],
    [['timeline'], { title: 'Read', timeline: 'weekly' }],
    [['description'], { title: 'Read', timeline: 'monthly', description: 'x'.repeat(10_001) }],
    [['motivation'], { title: 'Read', timeline: 'monthly', motivation: 7 }],
  ])('bad %s is named, and nothing is stored', async (paths, sent) => {
    const { body } = await asAna.post('/api/goals').send(sent).expect(400)
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual(paths)
    expect(await goalsOfAna()).toEqual([])
  })

  test('spaces around a title do not count against its 200 characters', async () => {
    await asAna
      .post('/api/goals')
      .send({ title: ` ${'x'.repeat(200)} `, timeline: 'monthly' })
      .expect(201)
  })
})

describe('list', () => {
  test('newest first, only mine, by timeline when asked', async () => {
    const at = (minute: number) => ({ createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)) })
    await createGoal(db, ana.id, { title: 'old', timeline: 'annual', ...at(1) })
    await createGoal(db, ana.id, { title: 'new', timeline: 'annual', ...at(3) })
    await createGoal(db, ana.id, { title: 'month', timeline: 'monthly', ...at(2) })
    await createGoal(db, ben.id)
    const titles = async (query = '') =>
      (await asAna.get(`/api/goals${query}`).expect(200)).body.map((goal: { title: string }) => goal.title)
    expect(await titles()).toEqual(['new', 'month', 'old'])
    expect(await titles('?timeline=annual')).toEqual(['new', 'old'])
    expect(await titles('?timeline=long-term')).toEqual([])
  })

  test('an unknown timeline is refused', async () => {
    const { body } = await asAna.get('/api/goals?timeline=weekly').expect(400)
    expect(body.errors).toEqual([
      { path: 'timeline', message: 'Timeline must be long-term, annual or monthly' },
    ])
  })
})

describe('get and delete', () => {
  test("one's own goal can be read and deleted", async () => {
    const goal = await createGoal(db, ana.id)
    expect((await asAna.get(`/api/goals/${goal.id}`).expect(200)).body.title).toBe(goal.title)
    await asAna.delete(`/api/goals/${goal.id}`).expect(204)
    expect(await storedGoal(db, goal.id)).toEqual([])
  })

  test("another user's, an unknown and a malformed id are not found", async () => {
    const goal = await createGoal(db, ana.id)
    for (const id of [goal.id, unknownId, '1']) {
      await asBen.get(`/api/goals/${id}`).expect(404, { message: 'Goal not found' })
      await asBen.delete(`/api/goals/${id}`).expect(404)
    }
    expect(await storedGoal(db, goal.id)).toHaveLength(1)
  })
})
