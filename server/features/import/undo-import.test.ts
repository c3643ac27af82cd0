import { beforeEach, expect, test } from 'vitest'
import type { JournalEntryView } from '@shared/journal'
import { rowVersions } from '@shared/schema'
import { untilOneIsBlocked } from '../../test/blocked'
import { exported, imported, lisaJson, sendFile, writeEntry } from '../../test/imports'
import { type Client, signInAnaAndBen } from '../../test/people'
import { readHere } from '../../test/reading'
import { createTestApp } from '../../test/test-app'

let later = 0
const now = () => new Date(Date.now() + later)
const { app, ctx, db } = await createTestApp({ now, startReading: readHere })
let asAna: Client, asBen: Client
beforeEach(async () => {
  later = 0
  await ctx.pool.query('delete from rate_limits')
  ;({ asAna, asBen } = await signInAnaAndBen(app, db))
})

const goals = [
  { id: 'a', title: 'Live', timeline: 'annual' },
  { id: 'b', title: 'Run', timeline: 'monthly', parentId: 'a' },
  { id: 'c', title: 'Swim', timeline: 'monthly', parentId: 'a' },
]
const days = ['2026-03-01', '2026-03-02', '2026-03-03']
const file = lisaJson({
  goals,
  entries: days.map((entryDate) => ({ entryDate, wins: 'Theirs', goalIds: ['b', 'c'] })),
})
const undo = (id = '', client = asAna) => client.post(`/api/imports/${id}/undo`)
const save = ({ id, entryDate }: JournalEntryView, wins: string) =>
  asAna.put(`/api/journal-entries/${id}`).send({ entryDate, wins }).expect(200)
const withoutTimes = async () => {
  const { goals, entries } = await exported(asAna)
  return [goals, entries].map((rows) => rows.map((row) => ({ ...row, updatedAt: '' })))
}

test('the undo of an import gives back what it changed and removes what it added, once', async () => {
  const { body: goal } = await asAna.post('/api/goals').send({ title: 'Run', timeline: 'monthly' })
  await writeEntry(asAna, '2026-03-01', { wins: 'Mine', mood: 'happy' })
  const before = await withoutTimes()
  const { importId } = await imported(asAna, file)
  expect(await withoutTimes()).not.toEqual(before)
  await undo(importId, asBen).expect(404)
  expect((await undo(importId).expect(200)).body).toEqual({ restored: 2, removed: 4, kept: [] })
  expect(await withoutTimes()).toEqual(before)
  await undo(importId).expect(404)
  const { body: versions } = await asAna.get(`/api/goals/${goal.id}/versions`)
  expect(versions.map(({ by }: { by: string }) => by)).toEqual(['undo'])
  expect((await asAna.get('/api/deleted')).body).toHaveLength(4)
  expect((await asAna.get('/api/analytics/streak')).body.streak).toBe(0)
})

test('what was changed since the import stays, and so do the goals that it names', async () => {
  await writeEntry(asAna, '2026-03-01', { wins: 'Mine' })
  const { importId } = await imported(asAna, file)
  const { entries } = await exported(asAna)
  const [third, second] = entries
  if (!second || !third) throw new Error('The import has added nothing')
  await save(second, 'Changed')
  await asAna.delete(`/api/journal-entries/${third.id}`).expect(204)
  expect((await undo(importId).expect(200)).body).toEqual({
    restored: 1,
    removed: 0,
    kept: ['2026-03-02'],
    keptGoals: 3,
  })
  const left = await exported(asAna)
  expect(left.entries.map(({ wins }) => wins)).toEqual(['Changed', 'Mine'])
  expect(left.entries[1]?.goalIds).toEqual([])
  expect(left.goals).toHaveLength(3)
})

test('of an import whose only goal was changed since nothing is undone, and the answer has that goal', async () => {
  const { importId } = await imported(asAna, lisaJson({ goals: goals.slice(0, 1) }))
  const [goal] = (await exported(asAna)).goals
  await asAna.patch(`/api/goals/${goal?.id}`).send({ title: 'Live well' }).expect(200)
  expect((await undo(importId).expect(200)).body).toEqual({ restored: 0, removed: 0, kept: [], keptGoals: 1 })
  expect((await exported(asAna)).goals).toMatchObject([{ title: 'Live well' }])
})

test.each(['the save', 'the undo'])(
  'beside a save of the same days nothing is lost, where %s begins',
  async (begins) => {
    await writeEntry(asAna, '2026-03-01', { wins: 'Mine' })
    const { importId } = await imported(asAna, file)
    const [added, , changed] = (await exported(asAna)).entries
    if (!added || !changed) throw new Error('The import has added nothing')
    const holder = await ctx.pool.connect()
    await holder.query('begin')
    await holder.query('select from journal_entries where id = any($1) for update', [[added.id, changed.id]])
    const saves = [added, changed].map(
      ({ id, entryDate, updatedAt }) =>
        () =>
          asAna.put(`/api/journal-entries/${id}`).send({ entryDate, wins: 'Saved', updatedAt }),
    )
    const requests = [...saves, () => undo(importId)]
    const answers = (begins === 'the save' ? requests : requests.toReversed()).map((send) =>
      send().then((answer) => answer),
    )
    await untilOneIsBlocked(db)
    await holder.query('rollback')
    holder.release()
    const all = await Promise.all(answers)
    const [ofAdded, ofChanged, undone] = begins === 'the save' ? all : all.toReversed()
    expect(undone?.status).toBe(200)
    const { entries } = await exported(asAna)
    const wins = (day: string) => entries.find(({ entryDate }) => entryDate === day)?.wins
    const [isAddedSaved, isChangedSaved] = [ofAdded?.status === 200, ofChanged?.status === 200]
    expect([200, 404]).toContain(ofAdded?.status)
    expect([200, 409]).toContain(ofChanged?.status)
    expect(wins(added.entryDate)).toBe(isAddedSaved ? 'Saved' : undefined)
    expect(wins(changed.entryDate)).toBe(isChangedSaved ? 'Saved' : 'Mine')
    const kept = [isChangedSaved && changed.entryDate, isAddedSaved && added.entryDate].filter(Boolean)
    expect(undone?.body.kept).toEqual(kept)
  },
)

test('there is none after 24 hours, in a preview, of nothing, and where a version is gone', async () => {
  expect((await sendFile(asAna, file, { preview: true }).expect(200)).body.importId).toBeUndefined()
  const { importId } = await imported(asAna, file)
  expect((await imported(asAna, file)).importId).toBeUndefined()
  later = 24 * 60 * 60 * 1000 + 60_000
  await undo(importId).expect(404)
  later = 0
  for (const { id } of (await exported(asAna)).entries) await asAna.delete(`/api/journal-entries/${id}`)
  const { id } = await writeEntry(asAna, '2026-03-01', { wins: 'Mine' })
  const another = await imported(asAna, file)
  const { body: versions } = await asAna.get(`/api/journal-entries/${id}/versions`)
  await asAna.delete(`/api/versions/${versions[0].id}`).expect(204)
  await undo(another.importId).expect(404)
})

test('an import cannot be undone once the oldest of what it replaced had to go', async () => {
  await writeEntry(asAna, '2026-03-01', { wins: 'Mine' })
  const { importId } = await imported(asAna, file)
  await db.update(rowVersions).set({ bytes: 25_000_000 })
  const [goal] = (await exported(asAna)).goals
  await asAna.patch(`/api/goals/${goal?.id}`).send({ title: 'Other' }).expect(200)
  await undo(importId).expect(404)
})
