import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { goalRecord } from '@shared/goals'
import { entryRecord } from '@shared/journal'
import { goals, journalEntries } from '@shared/schema'
import { type Scope, scopes } from '@shared/scopes'
import { described } from '../../http/openapi/described'
import { createEntry, createGoal } from '../../test/factories'
import { lisaJson } from '../../test/imports'
import { type Client, signInAnaAndBen } from '../../test/people'
import { readHere } from '../../test/reading'
import { createTestApp, withNamedToken } from '../../test/test-app'

const { app, db } = await createTestApp({
  startReading: readHere,
  now: () => new Date('2026-11-21T12:00:00Z'),
})
const marks = { 'goals:read': 'goal-4b7e', 'journal:read': 'entry-90f2' } as const
const goalTexts = Object.fromEntries(goalRecord.texts.map((name) => [name, marks['goals:read']]))
const entryTexts = Object.fromEntries(entryRecord.texts.map((name) => [name, marks['journal:read']]))
const [day, otherDay] = ['2026-11-20', '2026-11-19']
const [from, to] = ['2026-11-01', '2026-11-30']
const stale = '1970-01-01T00:00:00.000Z'
const goal = { title: 'Run', timeline: 'monthly' }

type Sent = { body?: object | string; query?: object; key?: string }

/** Asks for what the owner's rows hold in every way that a call or a tool can be asked. */
async function ask(may: readonly Scope[]) {
  const { ana } = await signInAnaAndBen(app, db)
  const parent = await createGoal(db, ana.id, { ...goalTexts, timeline: 'annual' })
  const part = await createGoal(db, ana.id, { ...goalTexts, parentId: parent.id })
  const entry = await createEntry(db, ana.id, { ...entryTexts, entryDate: day }, [part.id])
  const other = await createEntry(db, ana.id, { ...entryTexts, entryDate: otherDay, mood: 'sad' })
  const earlier = await createEntry(db, ana.id, { ...entryTexts, entryDate: '2025-11-20' })
  const [goalKey, entryKey] = [randomUUID(), randomUUID()]
  const client: Client = await withNamedToken(app, ana, may)
  const answers: { call: string; status: number; text: string; body: object }[] = []

  async function send(call: string, { body, query = {}, key }: Sent = {}) {
    const [method = '', path = ''] = call.split(' ')
    const sent = client[method.toLowerCase() as 'get'](path).query(query)
    if (key) sent.set('Idempotency-Key', key)
    const {
      status,
      text,
      body: answer,
      headers,
    } = await sent.set('Accept', 'application/json, text/event-stream').type('json').send(body)
    answers.push({ call, status, text: JSON.stringify(headers) + text, body: answer })
    return text
  }
  const rpc = (method: string, params = {}) =>
    send('POST /api/mcp', { body: { jsonrpc: '2.0', id: 1, method, params } })
  const tool = (name: string, input: object) => rpc('tools/call', { name, arguments: input })
  /** As the owner fills in later what the token has made. */
  const fillIn = async () => {
    await db
      .update(goals)
      .set({ ...goalTexts, achievedAt: null })
      .where(eq(goals.userId, ana.id))
    await db.update(journalEntries).set(entryTexts).where(eq(journalEntries.userId, ana.id))
  }

  for (const path of ['user', 'goals', `goals/${part.id}`, 'journal-entries', `journal-entries/${entry.id}`])
    await send(`GET /api/jwt/${path}`)
  await send(`GET /api/jwt/journal-entries/by-date/${day}`)
  await send('GET /api/jwt/goals/activity', { query: { from, to, earlier: true } })
  await send('GET /api/jwt/journal-entries', { query: { q: marks['journal:read'] } })
  await send('GET /api/jwt/today', { query: { date: day } })
  await send('GET /api/jwt/review', { query: { from, to } })
  await send('GET /api/jwt/export')

  const madeEntry = { entryDate: '2026-11-18', wins: 'x' }
  for (const wins of ['x', 'x', 'y']) {
    await send('POST /api/jwt/goals', { body: { ...goal, title: wins }, key: goalKey })
    await send('POST /api/jwt/journal-entries', { body: { ...madeEntry, wins }, key: entryKey })
    await fillIn()
  }
  await send('POST /api/jwt/goals', { body: { ...goal, parentId: part.id } })
  await send('POST /api/jwt/goals', { body: { ...goal, parentId: parent.id } })
  await send('POST /api/jwt/journal-entries', { body: { entryDate: day, wins: 'x' } })
  await send('POST /api/jwt/journal-entries', {
    body: { entryDate: '2026-11-17', goalIds: [part.id, parent.id] },
  })

  for (const body of [
    {},
    { title: marks['goals:read'] },
    { title: 'x', updatedAt: stale },
    { achieved: false, updatedAt: stale },
    { achieved: true },
    { parentId: null },
    { parentId: part.id },
    { keptOn: day },
    { timeline: 'annual' },
    { title: ' ' },
  ])
    await send(`PATCH /api/jwt/goals/${part.id}`, { body })
  for (const body of [
    {},
    { entryDate: day, wins: 'x', updatedAt: stale },
    { entryDate: otherDay, wins: 'x' },
    { entryDate: day, ...entryTexts },
    { entryDate: day, goalIds: [parent.id], ...entryTexts },
    { entryDate: day, wins: 'x' },
  ])
    await send(`PUT /api/jwt/journal-entries/${entry.id}`, { body })

  const file = lisaJson({
    goals: [
      { id: 'a', ...goal, title: marks['goals:read'] },
      { id: 'b', ...goal, title: 'New' },
    ],
    entries: [otherDay, '2026-11-16'].map((entryDate) => ({ entryDate, wins: 'x', goalIds: ['a'] })),
  })
  for (const preview of [true, false]) await send('POST /api/jwt/import', { body: file, query: { preview } })

  for (const proposal of [
    { kind: 'goal', payload: { ...goal, parentId: parent.id } },
    { kind: 'entry', payload: { entryDate: day, wins: 'x', goalIds: [part.id] } },
    { kind: 'progress', payload: { goalId: part.id, entryDate: day, note: 'x' } },
  ])
    await send('POST /api/jwt/proposals', { body: proposal })

  const { tools } = JSON.parse(await rpc('tools/list')).result
  for (const { name } of tools)
    for (const { id } of [part, parent, entry, other])
      await tool(name, {
        id,
        goalId: part.id,
        ...goal,
        entryDate: otherDay,
        date: day,
        from,
        to,
        note: 'x',
        wins: 'x',
      })

  for (const updatedAt of [stale, undefined]) {
    await send(`DELETE /api/jwt/goals/${parent.id}`, { query: { updatedAt } })
    await send(`DELETE /api/jwt/journal-entries/${earlier.id}`, { query: { updatedAt } })
  }
  for (const { id } of [parent, earlier]) await tool('undo', { id })
  return { answers, part, entry }
}

const narrow: Scope[][] = [
  ...scopes.map((scope) => [scope]),
  ['goals:write', 'journal:write'],
  scopes.filter((scope) => scope !== 'goals:read'),
  scopes.filter((scope) => scope !== 'journal:read'),
]

test.each(narrow.map((may) => ({ may })))(
  'a token with $may is shown nothing of the goals or entries that it may not read',
  async ({ may }) => {
    const { answers } = await ask(may)
    const unread = Object.entries(marks).flatMap(([scope, mark]) =>
      may.includes(scope as Scope) ? [] : mark,
    )
    const shown = answers.filter(({ text }) => unread.some((mark) => text.includes(mark)))
    expect(shown.map(({ call, status }) => [call, status])).toEqual([])
    expect(answers.filter(({ status }) => status === 500)).toEqual([])
  },
)

const declared = described.filter(({ door }) => door === 'token').map(({ name }) => name)

test('the same calls are all that a token opens, and show the words to one with all scopes', async () => {
  const { answers } = await ask(scopes)
  const named = answers.map(({ call, ...answer }) => ({
    ...answer,
    call: call.replace(/[0-9a-f-]{36}/, ':id').replace(day, ':date'),
  }))
  expect([...new Set(named.map(({ call }) => call))].sort()).toEqual([...declared].sort())
  const shown = named.filter(({ text }) => Object.values(marks).some((mark) => text.includes(mark)))
  const writing = shown.map(({ call, status }) => `${call} ${status}`).filter((call) => /:id|POST/.test(call))
  expect([...new Set(writing)].sort()).toEqual([
    'DELETE /api/jwt/goals/:id 409',
    'DELETE /api/jwt/journal-entries/:id 409',
    'GET /api/jwt/goals/:id 200',
    'GET /api/jwt/journal-entries/:id 200',
    'PATCH /api/jwt/goals/:id 200',
    'PATCH /api/jwt/goals/:id 409',
    'POST /api/jwt/goals 201',
    'POST /api/jwt/goals 422',
    'POST /api/jwt/journal-entries 201',
    'POST /api/jwt/journal-entries 422',
    'POST /api/mcp 200',
    'PUT /api/jwt/journal-entries/:id 200',
    'PUT /api/jwt/journal-entries/:id 409',
  ])
})

test('a token that may not read changes a goal and an entry all the same, and is told when it has', async () => {
  const { answers, part, entry } = await ask(['goals:write', 'journal:write'])
  const bodiesOf = (call: string, wanted: number) =>
    answers.flatMap((each) => (each.call === call && each.status === wanted ? [each.body] : []))
  const written = (id: string) => ({ id, updatedAt: expect.any(String) })
  for (const [call, id] of [
    [`PATCH /api/jwt/goals/${part.id}`, part.id],
    [`PUT /api/jwt/journal-entries/${entry.id}`, entry.id],
  ] as const) {
    expect(bodiesOf(call, 200).at(-1)).toEqual(written(id))
    expect(bodiesOf(call, 409)).toContainEqual({ message: expect.stringContaining('changed elsewhere') })
  }
  expect(bodiesOf('POST /api/jwt/journal-entries', 409)).toEqual([
    { message: 'An entry for this date already exists', id: entry.id },
  ])
})
