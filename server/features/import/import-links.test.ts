import { describe, expect, test } from 'vitest'
import { journalEntryInput } from '@shared/journal'
import { exportedTo } from '../../test/archives'
import { untilOneIsBlocked } from '../../test/blocked'
import { createEntry, createGoal, createUser } from '../../test/factories'
import { exported, imported, lisaJson, wipe } from '../../test/imports'
import { readHere } from '../../test/reading'
import { createTestApp, signIn } from '../../test/test-app'
import { journalOf } from '../journal/journal-repository'

const { app, db } = await createTestApp({ startReading: readHere })
const day = '2026-11-21'
const noTexts = journalEntryInput.parse({ entryDate: day })
const times = { createdAt: '2026-01-02T03:04:05.000Z', updatedAt: '2026-01-02T03:04:05.000Z' }
const goal = (id: string, timeline = 'monthly', more: object = {}) => ({
  id,
  title: id,
  timeline,
  ...times,
  ...more,
})
const someone = async () => {
  const user = await createUser(db)
  return { user, client: await signIn(app, user) }
}

/** What is there, with goals by their titles. */
async function found(client: Awaited<ReturnType<typeof signIn>>) {
  const { goals, entries } = await exported(client)
  const titleOf = (id: string | null) => goals.find((goal) => goal.id === id)?.title
  return {
    parts: goals
      .filter(({ parentId }) => parentId)
      .map((goal) => `${goal.title} of ${titleOf(goal.parentId)}`),
    days: entries.map(({ goalIds }) => goalIds.map(titleOf).sort()),
  }
}

describe('the goals of imported days', () => {
  test('are added to those that the day has, and never removed', async () => {
    const { user, client } = await someone()
    const there = await createGoal(db, user.id, { title: 'there' })
    await createEntry(db, user.id, { entryDate: day, wins: 'Ran' }, [there.id])
    const file = lisaJson({
      goals: [goal('run')],
      entries: [{ entryDate: day, wins: 'Ran', goalIds: ['run'] }],
    })
    expect(await imported(client, file)).toMatchObject({ entries: { filledIn: 1 } })
    expect((await found(client)).days).toEqual([['run', 'there']])
    expect(await imported(client, file)).toMatchObject({ entries: { unchanged: 1 }, goals: { unchanged: 1 } })
    expect((await found(client)).days).toEqual([['run', 'there']])
  })

  test('are goals of the file, or of the account that the file repeats; other names are ignored', async () => {
    const { client } = await someone()
    const stranger = await createGoal(db, (await createUser(db)).id, { title: 'foreign' })
    const goalIds = [stranger.id, 'run', 'run', 'nowhere']
    await imported(
      client,
      lisaJson({ goals: [goal('run')], entries: [{ entryDate: day, wins: 'x', goalIds }] }),
    )
    expect((await found(client)).days).toEqual([['run']])
    for (const goalIds of ['run', { run: 1 }, [1], null])
      await imported(client, lisaJson({ entries: [{ entryDate: '2026-11-20', wins: 'y', goalIds }] }))
    expect((await found(client)).days).toEqual([['run'], []])
  })

  test('are fifty at most, and the report says so', async () => {
    const { client } = await someone()
    const names = Array.from({ length: 60 }, (_, n) => `goal ${n}`)
    const goals = names.map((name) => goal(name))
    const half = (from: number) => ({ entryDate: day, wins: 'x', goalIds: names.slice(from, from + 40) })
    const { skipped } = await imported(client, lisaJson({ goals, entries: [half(0), half(20)] }))
    expect(skipped).toContainEqual({ where: day, reason: 'Only 50 goals of a day can be linked' })
    expect((await found(client)).days[0]).toHaveLength(50)
    const other = { entryDate: '2026-11-20', wins: 'x', goalIds: names }
    expect((await imported(client, lisaJson({ goals, entries: [other] }))).skipped).toHaveLength(2)
  })
})

test('a link that another window removes in between does not come back', async () => {
  const { user, client } = await someone()
  const there = await createGoal(db, user.id, { title: 'there' })
  const other = await createGoal(db, user.id, { title: 'other' })
  const { id } = await createEntry(db, user.id, { entryDate: day, wins: 'Ran' }, [there.id])
  const file = lisaJson({ entries: [{ entryDate: day, wins: 'Swam' }] })
  const importing = await db.transaction(async (tx) => {
    const wanted = { ...noTexts, wins: 'Ran', goalIds: [other.id] }
    await journalOf(tx, user.id).update(id, wanted, { now: new Date(), by: 'form' })
    const report = imported(client, file)
    await untilOneIsBlocked(db)
    return { report }
  })
  expect(await importing.report).toMatchObject({ entries: { filledIn: 1 } })
  expect((await found(client)).days).toEqual([['other']])
})

test('a goal of a file is part of another one where their timelines allow it, also of one that comes later', async () => {
  const { client } = await someone()
  const goals = [
    goal('month', 'monthly', { parentId: 'year' }),
    goal('year', 'annual', { parentId: 'life' }),
    goal('life', 'long-term', { parentId: 'month' }),
    goal('other', 'monthly', { parentId: 'month' }),
    goal('lost', 'monthly', { parentId: 'nowhere' }),
    goal('odd', 'monthly', { parentId: 7 }),
  ]
  expect(await imported(client, lisaJson({ goals }))).toMatchObject({ goals: { new: 6 } })
  expect((await found(client)).parts.sort()).toEqual(['month of year', 'year of life'])
})

test('a goal of the account that becomes part of another one is a later version of it', async () => {
  const { user, client } = await someone()
  const { id, createdAt, updatedAt } = await createGoal(db, user.id, { title: 'month', timeline: 'monthly' })
  const year = goal('year', 'annual')
  const month = { ...goal('month', 'monthly', { parentId: 'year' }), createdAt }
  await imported(client, lisaJson({ goals: [month, year] }))
  expect((await found(client)).parts).toEqual(['month of year'])
  await client.patch(`/api/goals/${id}`).send({ parentId: null, updatedAt }).expect(409)
})

test('the files to read of an export name the goals of a day, and the goal that one is part of', async () => {
  const { user, client } = await someone()
  const year = await createGoal(db, user.id, { title: 'Run <far>', timeline: 'annual' })
  const month = await createGoal(db, user.id, { title: 'Ten miles', parentId: year.id })
  await createEntry(db, user.id, { entryDate: day, wins: 'Ran' }, [month.id])
  const files = await exportedTo(client)
  const page = files.get('index.html') ?? ''
  expect(page).toContain('<h5>Goals you worked on</h5>\n<ul><li dir="auto">Ten miles</li></ul>')
  expect(page).toContain('Monthly goal · part of <bdi>Run &lt;far&gt;</bdi>')
  expect(files.get('goals.md')).toContain('### Ten miles\n\nPart of: Run <far>\n')
  await wipe(db, user)
})
