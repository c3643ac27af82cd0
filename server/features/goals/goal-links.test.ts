import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { journalEntryInput } from '@shared/journal'
import { parseInput } from '../../http/parse-input'
import { untilOneIsBlocked } from '../../test/blocked'
import { createEntry, createGoal } from '../../test/factories'
import { type Client, signInAnaAndBen, unknownId, type User } from '../../test/people'
import { createTestApp, withToken } from '../../test/test-app'
import { journalOf } from '../journal/journal-repository'
import { goalsOf } from './goals-repository'

const { app, db } = await createTestApp()
let ana: User, ben: User, asAna: Client, asBen: Client
beforeEach(async () => ({ ana, ben, asAna, asBen } = await signInAnaAndBen(app, db)))

const entries = '/api/journal-entries'
const day = '2026-11-21'
const rows = async (userId: string) =>
  (await db.execute(sql`select entry_id, goal_id from goal_days where user_id = ${userId}`)).rows
const someGoals = async (count: number, owner = ana) => {
  const goals: string[] = []
  for (let i = 0; i < count; i++) goals.push((await createGoal(db, owner.id)).id)
  return goals.sort()
}

describe('the goals of an entry', () => {
  test('are in every view of it, sorted and each once', async () => {
    const [a = '', b = ''] = await someGoals(2)
    const { body: entry } = await asAna
      .post(entries)
      .send({ entryDate: day, wins: 'Ran', goalIds: [b, a.toUpperCase(), b] })
      .expect(201)
    expect(entry.goalIds).toEqual([a, b])
    const views = [
      (await asAna.get(`${entries}/${entry.id}`)).body,
      (await asAna.get(`${entries}/by-date/${day}`)).body,
      (await asAna.get(entries)).body[0],
      (await asAna.get(entries).query({ q: 'ran' })).body[0],
      (await asAna.get(`${entries}/on-this-day`).query({ date: '2027-11-21' })).body[0],
      (await asAna.get('/api/today').query({ date: day })).body.entry,
      (await (await withToken(app, ana)).get('/api/jwt/journal-entries')).body[0],
    ]
    expect(views.map(({ goalIds }) => goalIds)).toEqual(views.map(() => [a, b]))
  })

  test('stay when a PUT does not name them, are replaced and removed, and make a later version', async () => {
    const [a = '', b = ''] = await someGoals(2)
    const { body: entry } = await asAna.post(entries).send({ entryDate: day, goalIds: [a] })
    const put = async (sent: object) =>
      (
        await asAna
          .put(`${entries}/${entry.id}`)
          .send({ entryDate: day, ...sent })
          .expect(200)
      ).body
    const unnamed = await put({ wins: 'Ran' })
    expect(unnamed.goalIds).toEqual([a])
    const replaced = await put({ wins: 'Ran', goalIds: [b], updatedAt: unnamed.updatedAt })
    expect(replaced).toMatchObject({ wins: 'Ran', goalIds: [b] })
    expect(replaced.updatedAt > unnamed.updatedAt).toBe(true)
    const repeated = await put({ wins: 'Ran', goalIds: [b], updatedAt: unnamed.updatedAt })
    expect(repeated).toEqual(replaced)
    const stale = { entryDate: day, wins: 'Ran', goalIds: [a, b], updatedAt: unnamed.updatedAt }
    const { body } = await asAna.put(`${entries}/${entry.id}`).send(stale).expect(409)
    expect(body.current).toEqual(replaced)
    expect((await put({ goalIds: [] })).goalIds).toEqual([])
    expect(await rows(ana.id)).toEqual([])
  })

  test('are 400 where one is another’s, unknown or no id, or there are too many, and nothing is changed', async () => {
    const [mine = ''] = await someGoals(1)
    const [foreign = ''] = await someGoals(1, ben)
    const { body: entry } = await asAna.post(entries).send({ entryDate: day, goalIds: [mine] })
    for (const goalIds of [[mine, foreign], [unknownId], ['run'], [7], 'run', { 0: mine }]) {
      for (const request of [
        asAna.post(entries).send({ entryDate: '2026-11-20', goalIds }),
        asAna.put(`${entries}/${entry.id}`).send({ entryDate: day, wins: 'changed', goalIds }),
      ]) {
        const { body } = await request.expect(400)
        expect(body.message).toContain('Choose from your own goals')
        expect(body.errors[0].path).toMatch(/^goalIds/)
      }
    }
    const many = await someGoals(51)
    const tooMany = { entryDate: '2026-11-20', goalIds: many }
    expect((await asAna.post(entries).send(tooMany).expect(400)).body.message).toContain('at most 50')
    await asAna
      .post(entries)
      .send({ ...tooMany, goalIds: many.slice(1) })
      .expect(201)
    expect((await asAna.get(`${entries}/${entry.id}`)).body).toEqual(entry)
    expect(await rows(ben.id)).toEqual([])
  })

  test('of a stranger’s entry cannot be changed', async () => {
    const [anas = ''] = await someGoals(1)
    const [bens = ''] = await someGoals(1, ben)
    const { id } = await createEntry(db, ana.id, { entryDate: day }, [anas])
    await asBen
      .put(`${entries}/${id}`)
      .send({ entryDate: day, goalIds: [bens] })
      .expect(404)
    expect(await rows(ana.id)).toEqual([{ entry_id: id, goal_id: anas }])
  })

  test('go with the goal, and with the entry', async () => {
    const [a = '', b = ''] = await someGoals(2)
    const { body: entry } = await asAna.post(entries).send({ entryDate: day, goalIds: [a, b] })
    await asAna.delete(`/api/goals/${a}`).expect(204)
    const { body } = await asAna.get(`${entries}/${entry.id}`)
    expect(body).toEqual({ ...entry, goalIds: [b] })
    await asAna.delete(`${entries}/${entry.id}`).expect(204)
    expect(await rows(ana.id)).toEqual([])
    await asAna.get(`/api/goals/${b}`).expect(200)
  })

  test('of a request that is repeated are those of the first one, also after the goal was deleted', async () => {
    const [a = ''] = await someGoals(1)
    const key = crypto.randomUUID()
    const post = (sent: object) =>
      asAna
        .post(entries)
        .set('Idempotency-Key', key)
        .send({ entryDate: day, ...sent })
    const { body: first } = await post({ goalIds: [a] }).expect(201)
    expect((await post({ goalIds: [a] }).expect(201)).body).toEqual(first)
    await post({ goalIds: [] }).expect(422)
    await asAna.delete(`/api/goals/${a}`).expect(204)
    expect((await post({ goalIds: [a] }).expect(201)).body).toEqual({ ...first, goalIds: [] })
  })

  test('are linked, unlinked and deleted by many at once without a fault', async () => {
    // Two requests for each, as many as may be under way.
    const goals = await someGoals(5)
    const { body: entry } = await asAna.post(entries).send({ entryDate: day, goalIds: goals })
    const requests = goals.flatMap((goal, i) => [
      asAna
        .put(`${entries}/${entry.id}`)
        .send({ entryDate: day, wins: 'x'.repeat(i + 1), goalIds: goals.slice(0, i) }),
      asAna.delete(`/api/goals/${goal}`),
    ])
    const statuses = await Promise.all(requests.map(async (request) => (await request).status))
    expect(statuses.filter((status) => ![200, 204, 400].includes(status))).toEqual([])
    expect((await asAna.get(`${entries}/${entry.id}`)).body.goalIds).toEqual([])
  })
})

describe('the goal that a goal is part of', () => {
  const refusals = {
    monthly: 'Choose one of your annual or long-term goals',
    annual: 'Choose one of your long-term goals',
    'long-term': 'A long-term goal is part of no other',
  }
  const above = { monthly: ['annual', 'long-term'], annual: ['long-term'], 'long-term': [] as string[] }
  const timelines = ['monthly', 'annual', 'long-term'] as const
  const goalOn = async (timeline: (typeof timelines)[number], parentId: string | null = null) =>
    (await createGoal(db, ana.id, { timeline, parentId })).id
  const parentOf = async (id: string) => (await asAna.get(`/api/goals/${id}`)).body.parentId

  test.each(timelines)('of a %s goal has a longer timeline', async (timeline) => {
    for (const parentTimeline of timelines) {
      const parentId = await goalOn(parentTimeline)
      const isAllowed = above[timeline].includes(parentTimeline)
      const created = await asAna.post('/api/goals').send({ title: 'Run', timeline, parentId })
      const id = await goalOn(timeline)
      const changed = await asAna.patch(`/api/goals/${id}`).send({ parentId })
      if (isAllowed) expect([created.body.parentId, changed.body.parentId]).toEqual([parentId, parentId])
      else
        for (const { status, body } of [created, changed]) {
          expect(status).toBe(400)
          expect(body.errors).toEqual([{ path: 'parentId', message: refusals[timeline] }])
        }
      expect(await parentOf(id)).toBe(isAllowed ? parentId : null)
    }
  })

  test('is nobody else’s, known, and another goal', async () => {
    const foreign = (await createGoal(db, ben.id, { timeline: 'annual' })).id
    const id = await goalOn('monthly')
    for (const parentId of [foreign, unknownId, id, 'run', 7]) {
      const { body } = await asAna.patch(`/api/goals/${id}`).send({ parentId, title: 'Walk' }).expect(400)
      expect(body.errors).toEqual([{ path: 'parentId', message: refusals.monthly }])
      await asAna.post('/api/goals').send({ title: 'Run', timeline: 'monthly', parentId }).expect(400)
    }
    expect((await asAna.get('/api/goals')).body).toMatchObject([{ id, parentId: null }])
  })

  test('stays when a PATCH does not name it, and is removed by null and by an empty text', async () => {
    const parentId = await goalOn('annual')
    const id = await goalOn('monthly', parentId)
    const patch = async (sent: object) => (await asAna.patch(`/api/goals/${id}`).send(sent).expect(200)).body
    expect((await patch({ title: 'Walk' })).parentId).toBe(parentId)
    expect((await patch({ parentId: null })).parentId).toBeNull()
    expect((await patch({ parentId })).parentId).toBe(parentId)
    expect((await patch({ parentId: '' })).parentId).toBeNull()
  })

  test('leaves its parts when it is deleted', async () => {
    const parentId = await goalOn('annual')
    const id = await goalOn('monthly', parentId)
    await asAna.delete(`/api/goals/${parentId}`).expect(204)
    expect(await parentOf(id)).toBeNull()
  })

  test('is no longer linked when a timeline changes so that it does not fit, and the answer says so', async () => {
    const longTerm = await goalOn('long-term')
    const annual = await goalOn('annual', longTerm)
    const monthly = await goalOn('monthly', annual)
    const raised = await asAna.patch(`/api/goals/${annual}`).send({ timeline: 'long-term' }).expect(200)
    expect(raised.body.parentId).toBeNull()
    expect(await parentOf(monthly)).toBe(annual)
    await asAna.patch(`/api/goals/${annual}`).send({ timeline: 'monthly' }).expect(200)
    expect(await parentOf(monthly)).toBeNull()
    const moved = await asAna.patch(`/api/goals/${monthly}`).send({ timeline: 'annual', parentId: longTerm })
    expect(moved.body).toMatchObject({ timeline: 'annual', parentId: longTerm })
  })

  test('never makes a circle, whatever many requests want at once', async () => {
    const ids = [await goalOn('long-term'), await goalOn('annual'), await goalOn('monthly')]
    const wanted = ids.flatMap((id, i) =>
      timelines.map((timeline, n) => ({ id, timeline, parentId: ids[(i + n) % 3] })),
    )
    const statuses = await Promise.all(
      wanted.map(async ({ id, ...sent }) => (await asAna.patch(`/api/goals/${id}`).send(sent)).status),
    )
    expect(statuses.filter((status) => ![200, 400].includes(status))).toEqual([])
    const { body } = await asAna.get('/api/goals')
    for (const { timeline, parentId } of body as { timeline: 'monthly'; parentId: string | null }[]) {
      const parent = body.find(({ id }: { id: string }) => id === parentId)
      if (parent) expect(above[timeline]).toContain(parent.timeline)
    }
  })

  test('does not stay where its two timelines change at the same moment so that it does not fit', async () => {
    const parentId = await goalOn('long-term')
    const id = await goalOn('monthly', parentId)
    const toAnnual = { timeline: 'annual' } as const
    const moved = await db.transaction(async (tx) => {
      await goalsOf(tx, ana.id).update(parentId, toAnnual, { now: new Date(), by: 'form' })
      const moving = asAna.patch(`/api/goals/${id}`).send(toAnnual)
      await Promise.race([moving, untilOneIsBlocked(db)])
      return { moving }
    })
    expect((await moved.moving).status).toBe(200)
    expect(await parentOf(id)).toBeNull()
  })

  test('that is deleted while something else is added to one of its days does not keep that from it', async () => {
    const [other = '', added = ''] = await someGoals(2)
    const { id } = await createEntry(db, ana.id, { entryDate: day }, [other])
    const { adding } = await db.transaction(async (tx) => {
      await tx.execute(sql`delete from goals where id = ${other}`)
      const change = { now: new Date(), by: 'form' } as const
      const adding = journalOf(db, ana.id).fillIn(
        parseInput(journalEntryInput, { entryDate: day, goalIds: [added] }),
        change,
      )
      await untilOneIsBlocked(db)
      return { adding }
    })
    expect(await adding).toMatchObject({ id, goalIds: [added] })
  })

  test('that waits in a circle with another change is tried again later, and changes nothing', async () => {
    const parentId = await goalOn('annual')
    const id = await goalOn('monthly')
    await db.execute(sql`create function deadlock() returns trigger language plpgsql as $$ begin
      raise 'deadlock detected' using errcode = '40P01'; end $$`)
    await db.execute(
      sql`create trigger deadlock before update on goals for each row execute function deadlock()`,
    )
    onTestFinished(async () => void (await db.execute(sql`drop function deadlock cascade`)))
    const { headers, body } = await asAna.patch(`/api/goals/${id}`).send({ parentId }).expect(503)
    expect(headers['retry-after']).toBe('5')
    expect(body.message).toContain('try again')
    expect(await parentOf(id)).toBeNull()
  })
})
