import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Timeline, timelines, timelinesAbove } from '@shared/goals'
import { rateLimits } from '@shared/schema'
import { createUser } from '../../test/factories'
import { exported, imported, lisaJson } from '../../test/imports'
import type { Client } from '../../test/people'
import { readHere } from '../../test/reading'
import { createTestApp, signIn } from '../../test/test-app'

// Each change is an hour after the one before, so that none is put together with another.
let hours = 1
const now = () => new Date(Date.now() + hours * 60 * 60 * 1000)
const { app, db } = await createTestApp({ now, startReading: readHere })
const days = ['2026-03-01', '2026-03-02', '2026-03-03']

type Row = {
  id: string
  updatedAt: string
  goalIds?: string[]
  parentId?: string | null
  timeline?: Timeline
}
type Step = { name: string; a: number; b: number }

const isThere = async (client: Client, path: string) => (await client.get(path)).status === 200
const sorted = (rows: Row[]) =>
  rows.map((row) => ({ ...row, updatedAt: '' })).sort((x, y) => (x.id < y.id ? -1 : 1))
async function everything(client: Client) {
  const { goals, entries } = await exported(client)
  return { goals: sorted(goals), entries: sorted(entries) }
}

/** Restores a version: the row is as it was then, but for links to what is gone, or the date is taken. */
async function restore(client: Client, path: string, version: { id: string; row: Row }) {
  const wasThere = await isThere(client, `${path}/${version.row.id}`)
  const { status, body } = await client.post(`/api/versions/${version.id}/restore`)
  if (status === 409) return expect(body.id).not.toBe(version.row.id)
  expect(status).toBe(wasThere ? 200 : 201)
  const { goals } = await exported(client)
  const { row } = version
  const goalIds = row.goalIds?.filter((id) => goals.some((goal) => goal.id === id))
  const parent = goals.find(({ id }) => id === row.parentId)
  const fits = parent && row.timeline && timelinesAbove(row.timeline).includes(parent.timeline)
  const links = goalIds ? { goalIds } : { parentId: fits ? parent.id : null }
  expect(body).toEqual({ ...row, ...links, updatedAt: body.updatedAt })
}

async function take(client: Client, { name, a, b }: Step, imports: string[]) {
  const { goals, entries } = await exported(client)
  const [goal, entry, day] = [goals[a % goals.length], entries[b % entries.length], days[a % 3]]
  const goalIds = goals.filter((_, n) => (b >> n) % 2).map(({ id }) => id)
  const timeline = timelines[b % timelines.length] ?? 'monthly'
  const parentOf = (timeline: Timeline) => {
    const fitting = goals.filter((parent) => timelinesAbove(timeline).includes(parent.timeline))
    return fitting[a % (fitting.length + 1)]?.id ?? null
  }
  if (name === 'goal')
    await client
      .post('/api/goals')
      .send({ title: `Goal ${a}`, timeline, parentId: parentOf(timeline) })
      .expect(201)
  if (name === 'entry')
    await client.post('/api/journal-entries').send({ entryDate: day, wins: `${b}`, goalIds })
  if (name === 'update' && entry)
    await client
      .put(`/api/journal-entries/${entry.id}`)
      .send({ entryDate: b % 2 ? day : entry.entryDate, wins: `${a}`, goalIds: a % 2 ? goalIds : undefined })
  if (name === 'rename' && goal) await client.patch(`/api/goals/${goal.id}`).send({ title: `Goal ${b}` })
  if (name === 'reparent' && goal)
    await client
      .patch(`/api/goals/${goal.id}`)
      .send({ parentId: parentOf(goal.timeline) })
      .expect(200)
  if (name === 'retime' && goal) await client.patch(`/api/goals/${goal.id}`).send({ timeline })
  const whole = goals.find(({ id }) => goals.some(({ parentId }) => parentId === id))
  if (name === 'retime and undo' && whole && whole.timeline !== timeline) {
    const before = await everything(client)
    await client.patch(`/api/goals/${whole.id}`).send({ timeline }).expect(200)
    const { body: versions } = await client.get(`/api/goals/${whole.id}/versions`)
    await restore(client, '/api/goals', versions[0])
    expect(await everything(client)).toEqual(before)
  }
  if (name === 'delete entry' && entry) await client.delete(`/api/journal-entries/${entry.id}`)
  if (name === 'delete goal' && goal) await client.delete(`/api/goals/${goal.id}`)
  if (name === 'restore deleted') {
    const { body } = await client.get('/api/deleted')
    const one = body[a % body.length]
    if (!one) return
    const path = one.kind === 'entry' ? '/api/journal-entries' : '/api/goals'
    const { body: versions } = await client.get(`${path}/${one.rowId}/versions`)
    await restore(client, path, versions[b % versions.length])
  }
  if (name === 'restore') {
    const [path, row] = a % 2 ? (['/api/goals', goal] as const) : (['/api/journal-entries', entry] as const)
    const { body: versions } = row ? await client.get(`${path}/${row.id}/versions`) : { body: [] }
    if (versions.length) await restore(client, path, versions[b % versions.length])
  }
  if (name === 'import' || name === 'import and undo') {
    await db.delete(rateLimits)
    const before = await everything(client)
    const file = lisaJson({
      goals: [{ id: 'g', title: `Goal ${a}`, timeline: 'monthly' }],
      entries: days.slice(b % 3).map((entryDate) => ({ entryDate, wins: `Import ${b}`, goalIds: ['g'] })),
    })
    const { importId } = await imported(client, file)
    if (importId && name === 'import') imports.push(importId)
    if (!importId || name === 'import') return
    const { body } = await client.post(`/api/imports/${importId}/undo`).expect(200)
    expect(body.kept).toEqual([])
    expect(await everything(client)).toEqual(before)
    await client.post(`/api/imports/${importId}/undo`).expect(404)
  }
  const importId = imports[a % imports.length]
  if (name === 'undo' && importId) {
    const { status, body } = await client.post(`/api/imports/${importId}/undo`)
    expect([200, 404]).toContain(status)
    const left = (await exported(client)).entries.map(({ entryDate }) => entryDate)
    if (status === 200) for (const day of body.kept) expect(left).toContain(day)
  }
}

const names =
  'goal|goal|entry|entry|update|update|rename|reparent|reparent|retime|retime and undo|retime and undo|delete entry|delete goal|restore deleted|restore deleted|restore|restore|import|import and undo|undo'
const steps = fc.array(
  fc.record(
    { name: fc.constantFrom(...names.split('|')), a: fc.nat(15), b: fc.nat(15) },
    { noNullPrototype: true },
  ),
  { minLength: 8, maxLength: 20 },
)

/** A goal, one that is part of it, and a timeline that does not allow that. */
const partOfAnother = [
  { name: 'goal', a: 0, b: 0 },
  { name: 'goal', a: 0, b: 1 },
  { name: 'retime and undo', a: 0, b: 2 },
]

test('after any steps a restore or the undo of an import gives back what was there, or is refused', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const client = await signIn(app, await createUser(db))
      const imports: string[] = []
      for (const step of steps) {
        hours++
        await take(client, step, imports)
        const { goals, entries } = await exported(client)
        const living = new Set([...goals, ...entries].map(({ id }) => id))
        const { body: gone } = await client.get('/api/deleted').expect(200)
        for (const { rowId } of gone) expect(living.has(rowId)).toBe(false)
      }
    }),
    { numRuns: 4, examples: [[partOfAnother]] },
  )
})
