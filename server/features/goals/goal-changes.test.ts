import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createGoal } from '../../test/factories'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { storedGoal } from '../../test/stored-goal'
import { createTestApp, withToken } from '../../test/test-app'

const { app, db } = await createTestApp()
let ana: User, asAna: Client, asBen: Client
beforeEach(async () => ({ ana, asAna, asBen } = await signInAnaAndBen(app, db)))

describe('update', () => {
  test('an absent field stays; null and empty clear an optional one', async () => {
    const goal = await createGoal(db, ana.id, {
      title: 'Run',
      description: 'd',
      motivation: 'm',
      successIndicators: 's',
    })
    const sent = { description: null, motivation: '', timeline: 'annual' }
    const { body } = await asAna.patch(`/api/goals/${goal.id}`).send(sent).expect(200)
    expect(body).toMatchObject({
      title: 'Run',
      description: null,
      motivation: null,
      successIndicators: 's',
      timeline: 'annual',
    })
    const unchanged = await asAna.patch(`/api/goals/${goal.id}`).send({}).expect(200)
    expect(unchanged.body).toMatchObject({ title: 'Run', successIndicators: 's', timeline: 'annual' })
  })

  test('without a field changes nothing, and does not make it a later version', async () => {
    const goal = await createGoal(db, ana.id, { title: 'Run' })
    const stored = await storedGoal(db, goal.id)
    const { body: before } = await asAna.get(`/api/goals/${goal.id}`).expect(200)
    const loadedAt = '2026-01-01T00:00:00.000Z'
    for (const sent of [{}, { nothing: 'known' }, { updatedAt: loadedAt }, { updatedAt: null }]) {
      const { body } = await asAna.patch(`/api/goals/${goal.id}`).send(sent).expect(200)
      expect(body).toEqual(before)
    }
    await asAna.patch(`/api/goals/${goal.id}`).expect(200)
    expect(await storedGoal(db, goal.id)).toEqual(stored)
    await asBen.patch(`/api/goals/${goal.id}`).send({}).expect(404)
  })

  test('with what the goal has already makes no later version of it', async () => {
    const { id } = await createGoal(db, ana.id, { title: 'Run', motivation: 'Air' })
    const path = `/api/goals/${id}`
    const { body: goal } = await asAna.patch(path).send({ achieved: true }).expect(200)
    const { updatedAt } = goal
    for (const sent of [
      { title: 'Run' },
      {
        title: ' Run ',
        motivation: 'Air',
        description: '',
        parentId: null,
        timeline: goal.timeline,
        updatedAt,
      },
      { achieved: true },
      { keptOn: null },
    ]) {
      const { body } = await asAna.patch(path).send(sent).expect(200)
      expect(body).toEqual(goal)
    }
    const { body: changed } = await asAna.patch(path).send({ title: 'Run', motivation: '' }).expect(200)
    expect(changed.updatedAt > updatedAt).toBe(true)
    expect((await asAna.get(`${path}/versions`)).body).toMatchObject([{ row: { motivation: 'Air' } }])
  })

  test('a goal is achieved when that is said, keeps the date when it is said again, and can be open again', async () => {
    const goal = await createGoal(db, ana.id, { title: 'Run' })
    const patched = async (sent: object) =>
      (await asAna.patch(`/api/goals/${goal.id}`).send(sent).expect(200)).body
    const before = Date.now()
    const { achievedAt } = await patched({ achieved: true })
    expect(new Date(achievedAt).toISOString()).toBe(achievedAt)
    expect(Date.parse(achievedAt)).toBeGreaterThanOrEqual(before)
    await vi.waitUntil(() => Date.now() > Date.parse(achievedAt))
    expect(await patched({ achieved: true })).toMatchObject({ achievedAt, title: 'Run' })
    expect(await patched({ title: 'Walk' })).toMatchObject({ achievedAt, title: 'Walk' })
    expect((await asAna.get(`/api/goals/${goal.id}`)).body.achievedAt).toBe(achievedAt)
    expect((await asAna.get('/api/goals')).body).toMatchObject([{ achievedAt }])
    const withBearer = await withToken(app, ana)
    expect((await withBearer.get('/api/jwt/goals')).body).toMatchObject([{ achievedAt }])
    expect(await patched({ achieved: false })).toMatchObject({ achievedAt: null })
    expect(await storedGoal(db, goal.id)).toMatchObject([{ title: 'Walk', achievedAt: null }])
  })

  test('the date of achieving cannot be set from outside', async () => {
    const achievedAt = '2000-01-01T00:00:00.000Z'
    const sent = { title: 'Run', timeline: 'monthly', achieved: true, achievedAt }
    const { body } = await asAna.post('/api/goals').send(sent).expect(201)
    expect(body.achievedAt).toBeNull()
    const patch = async (sent: object) =>
      (await asAna.patch(`/api/goals/${body.id}`).send(sent).expect(200)).body
    expect(await patch({ achievedAt })).toMatchObject({ achievedAt: null })
    expect((await patch({ achieved: true, achievedAt })).achievedAt).not.toBe(achievedAt)
    expect((await patch({ achieved: true, achievedAt: null })).achievedAt).not.toBeNull()
  })

  test('an achieved goal stays one of the monthly goals', async () => {
    const goal = await createGoal(db, ana.id, { timeline: 'monthly' })
    await asAna.patch(`/api/goals/${goal.id}`).send({ achieved: true }).expect(200)
    await asAna.get('/api/analytics/monthly-goals').expect(200, { monthlyGoals: 1 })
  })

  test('the day on which a goal was said to go on is kept, and can be cleared', async () => {
    const goal = await createGoal(db, ana.id)
    const { body } = await asAna.patch(`/api/goals/${goal.id}`).send({ keptOn: '2026-12-02' }).expect(200)
    expect(body).toMatchObject({ keptOn: '2026-12-02', achievedAt: null })
    expect((await asAna.get('/api/goals')).body).toMatchObject([{ keptOn: '2026-12-02' }])
    await asAna.patch(`/api/goals/${goal.id}`).send({ keptOn: null }).expect(200)
    expect((await asAna.get('/api/goals')).body).toMatchObject([{ keptOn: null }])
  })

  test('with the updatedAt that was loaded it is refused once the goal has changed, unless it is the same change', async () => {
    const { id } = await createGoal(db, ana.id, { title: 'Run' })
    const patch = (sent: object) => asAna.patch(`/api/goals/${id}`).send(sent)
    const { updatedAt } = (await asAna.get(`/api/goals/${id}`)).body
    const first = { title: 'Walk', description: '', achieved: true, updatedAt }
    const { body } = await patch(first).expect(200)
    expect((await patch(first).expect(200)).body).toEqual(body)
    const refused = await patch({ title: 'Swim', updatedAt }).expect(409)
    expect(refused.body).toEqual({ message: 'This goal was changed elsewhere', current: body })
    expect(await storedGoal(db, id)).toMatchObject([{ title: 'Walk' }])
    const other = await patch({ title: 'Swim', updatedAt: body.updatedAt }).expect(200)
    expect(Date.parse(other.body.updatedAt)).toBeGreaterThan(Date.parse(body.updatedAt))
    await patch({ title: 'Ski' }).expect(200)
    await asAna.delete(`/api/goals/${id}`).query({ updatedAt }).expect(409)
    expect(await storedGoal(db, id)).toMatchObject([{ title: 'Ski' }])
    await asBen.patch(`/api/goals/${id}`).send({ title: 'Mine now', updatedAt }).expect(404)
  })

  test('bad input changes nothing', async () => {
    const goal = await createGoal(db, ana.id, { title: 'Run' })
    const bad = [{ title: '' }, { title: null }, { timeline: null }, { description: 5 }]
    const badStates = [
      { achieved: 'yes' },
      { achieved: null },
      { achieved: 1 },
      { keptOn: '2026-02-30' },
      { updatedAt: '0000-01-01T00:00:00Z' },
    ]
    for (const sent of [...bad, ...badStates])
      await asAna.patch(`/api/goals/${goal.id}`).send(sent).expect(400)
    expect(await storedGoal(db, goal.id)).toMatchObject([{ title: 'Run', achievedAt: null, keptOn: null }])
  })

  test("another user's goal is not found and stays as it is", async () => {
    const goal = await createGoal(db, ana.id, { title: 'Run' })
    await asBen.patch(`/api/goals/${goal.id}`).send({ title: 'Mine now', achieved: true }).expect(404)
    expect(await storedGoal(db, goal.id)).toMatchObject([{ title: 'Run', userId: ana.id, achievedAt: null }])
  })
})
