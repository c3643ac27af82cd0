import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { goals, journalEntries, proposals, rowVersions } from '@shared/schema'
import { scopes } from '@shared/scopes'
import { tokensOf } from '../features/tokens/tokens-repository'
import { versionsOf } from '../features/versions/versions-repository'
import { endpointsOf } from '../test/endpoints'
import { createEntry, createGoal, createUser } from '../test/factories'
import { fillAccount } from '../test/fill-account'
import { lisaJson } from '../test/imports'
import type { Client } from '../test/people'
import { readHere } from '../test/reading'
import { createTestApp, signIn, withNamedToken, withToken } from '../test/test-app'
import { testVapid } from '../test/test-settings'

const day = '2026-11-21'
const now = new Date(`${day}T12:00:00Z`)
const { app, db } = await createTestApp({
  startReading: readHere,
  now: () => now,
  settings: {
    VAPID_PUBLIC_KEY: testVapid.publicKey,
    VAPID_PRIVATE_KEY: testVapid.privateKey,
    VAPID_SUBJECT: testVapid.subject,
  },
})
const endpoints = endpointsOf(app)
const mark = 'words-of-ana-5d1c'
const numberOfAna = '+4915550000'

const { rows: tables } = await db.execute<{ name: string; column: string }>(sql`
  select table_name as name, column_name as column from information_schema.columns
  where table_schema = 'public' and (column_name = 'user_id' or (table_name = 'users' and column_name = 'id'))
  order by 1`)
expect(tables.length).toBeGreaterThan(6)

/** Every row that is a user's, in every table that has an owner. */
async function rowsOf(userId: string) {
  const selects = tables.map(
    ({ name, column }) =>
      sql`select ${name} as name, to_jsonb(t) as row from ${sql.identifier(name)} t where ${sql.identifier(column)} = ${userId}`,
  )
  const { rows } = await db.execute<{ name: string; row: Record<string, unknown> }>(
    sql`${sql.join(selects, sql` union all `)} order by 1, 2`,
  )
  // A wrong password for her email is told to her.
  return rows.filter(({ row }) => row.kind !== 'token-refused')
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)

/** Has a row of everything, a goal that is part of another and was worked on, and an entry that was deleted. */
async function createAccount(name: string, number: string) {
  const { user, client } = await fillAccount({ app, db, now }, name, number)
  const parent = await createGoal(db, user.id, { title: name, timeline: 'long-term' })
  const [goal] = await db
    .update(goals)
    .set({ parentId: parent.id })
    .where(and(eq(goals.userId, user.id), eq(goals.timeline, 'monthly')))
    .returning()
  const [entry] = await db
    .select()
    .from(journalEntries)
    .where(and(eq(journalEntries.userId, user.id), eq(journalEntries.entryDate, day)))
  const row = { ...entry!, id: crypto.randomUUID(), entryDate: '2026-11-20' }
  await versionsOf(db, user.id).keepAll([{ kind: 'entry', row, at: now, deleted: true }], { now, by: 'form' })
  const importId = crypto.randomUUID()
  await db.update(rowVersions).set({ importId }).where(eq(rowVersions.userId, user.id))
  await db
    .update(proposals)
    .set({ payload: { title: name, timeline: 'annual' } })
    .where(eq(proposals.userId, user.id))
  // What an assistant's `undo` can reach.
  const script = await withNamedToken(app, user, scopes)
  await script
    .patch(`/api/jwt/goals/${goal!.id}`)
    .send({ title: `${name} again` })
    .expect(200)
  const session: string = (await client.get('/api/account/sessions').expect(200)).body[0].id
  const rows = await rowsOf(user.id)
  return {
    user,
    goal: goal!,
    parent,
    entry: entry!,
    /** Those that a path may name: one of each table, and the goal and the entry that were worked on. */
    named: [goal!.id, entry!.id, importId, session, ...firstIdsIn(rows)],
    ids: [...new Set([session, ...rows.flatMap(({ row }) => Object.values(row).filter(isId))])],
  }
}
type Account = Awaited<ReturnType<typeof createAccount>>

const firstIdsIn = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
  [...new Map(rows.map(({ name, row }) => [name, row.id] as const).toReversed()).values()].filter(isId)

const ana = await createAccount(mark, numberOfAna)
const ben = await createUser(db, { firstName: 'Ben' })
await createGoal(db, ben.id)
await createEntry(db, ben.id)
const waiting = {
  tokenName: 'A script',
  kind: 'goal',
  payload: {},
  expiresAt: new Date('2100-01-01'),
} as const
await db.insert(proposals).values({ ...waiting, userId: ben.id })
const idsOfBen = firstIdsIn(await rowsOf(ben.id))

/** Anew each time, since one endpoint ends them all. */
async function clientsOfBen(path: string) {
  const byPassword = await withToken(app, ben)
  if (!path.startsWith('/api/jwt/')) return [await signIn(app, ben), byPassword]
  await tokensOf(db, ben.id).withdrawAll()
  return [byPassword, await withNamedToken(app, ben, scopes)]
}

/**
 * Asks for what is the account's in every way that a body can. Those that link with its goals come first: after them,
 * the goals fit no longer.
 */
function bodiesFor(endpoint: string, { user, goal, parent }: Account): (string | object | undefined)[] {
  const flat = {
    id: goal.id,
    userId: user.id,
    email: user.email,
    password: 'guess it',
    title: 'Mine now',
    titles: true,
    timeline: 'annual',
    entryDate: day,
    wins: 'Mine now',
    phoneNumber: user.phoneNumber,
    dailyReminderEnabled: false,
    reminderTime: '19:00',
    timezone: 'UTC',
    phoneReminderEnabled: false,
    remember: true,
    readsJournal: true,
    enabled: false,
    kept: true,
    said: 'You: Mine now',
  }
  const part = { ...flat, parentId: parent.id }
  // Of a day that has no entry yet.
  const linked = { ...flat, entryDate: '2026-11-19', goalIds: [goal.id] }
  const [method, path = ''] = endpoint.replace('/jwt/', '/').split(' ')
  if (method === 'GET') return [undefined]
  if (method === 'DELETE') return [flat]
  if (path.startsWith('/api/goals')) return [part, flat]
  if (path.startsWith('/api/journal-entries')) return [linked, flat]
  const progress = { goalId: goal.id, entryDate: day }
  const bodies: Record<string, (string | object)[]> = {
    '/api/proposals': Object.entries({ goal: part, entry: linked, progress }).map(([kind, payload]) => ({
      kind,
      payload,
    })),
    '/api/proposals/:id/accept': [{ payload: part }, {}],
    '/api/import': [lisaJson({ goals: [part], entries: [linked] })],
    '/api/tokens': [{ name: 'Mine now', scopes: ['goals:read'], expiresInDays: 1 }],
    '/api/push-devices': [
      {
        endpoint: 'https://fcm.googleapis.com/a-device',
        keys: { p256dh: testVapid.publicKey, auth: 'A'.repeat(22) },
      },
    ],
    '/api/mcp': [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'goal_days', arguments: { id: goal.id } },
      },
    ],
  }
  return bodies[path] ?? [flat]
}

const namesGoals = (body: unknown) => /"(?:parentId|goalIds)":/.test(JSON.stringify(body) ?? '')

/** Asks for what is the account's in every way that a query can. */
function send(client: Client, endpoint: string, id: string, { user }: Account, body?: string | object) {
  const [method = '', path = ''] = endpoint.split(' ')
  return client[method.toLowerCase() as 'get'](path.replace(':id', id).replace(':date', day))
    .query({ userId: user.id, user: user.id, email: user.email, limit: 10 })
    .query({
      from: '2026-11-01',
      to: '2026-11-30',
      date: day,
      earlier: true,
      preview: false,
      screen: '/goals',
    })
    .set('Accept', 'application/json, text/event-stream')
    .type('json')
    .send(body)
}

test.each(endpoints)("%s gives a stranger nothing of Ana's, and changes nothing", async (endpoint) => {
  const before = await rowsOf(ana.user.id)
  const [method, path = ''] = endpoint.split(' ')
  const own = method === 'GET' || method === 'DELETE' ? [] : idsOfBen
  for (const id of path.includes(':id') ? [...ana.named, ...own] : [''])
    for (const asBen of await clientsOfBen(path))
      for (const body of bodiesFor(endpoint, ana)) {
        const answer = await send(asBen, endpoint, id, ana, body)
        expect(answer.status).toBeLessThan(504)
        expect(answer.status).not.toBe(500)
        const shown = answer.text + JSON.stringify(answer.headers)
        for (const word of [mark, ...ana.ids]) expect(shown).not.toContain(word)
        // Anybody may save her number: then he is shown what he saved.
        if (path !== '/api/reminder-settings') expect(shown).not.toContain(numberOfAna)
        if (ana.named.includes(id))
          expect([401, 404, ...(namesGoals(body) ? [400] : [])]).toContain(answer.status)
      }
  expect(await rowsOf(ana.user.id)).toEqual(before)
  const rowsOfBen = JSON.stringify(await rowsOf(ben.id))
  for (const id of ana.ids) expect(rowsOfBen).not.toContain(id)
})

/** Why the request of the suite does nothing for its owner either. */
const unserved: [RegExp, string][] = [
  [/oauth\/(?!\.well-known)|login$|callback$|POST .*logout$/, 'Needs a proof that the suite does not have'],
  [/webhooks\/|unsubscribe$|\.ics$/, 'Needs a signature or a secret, not a user'],
  [/PUT .*phone-confirmation$/, 'Asks for the code of a text'],
  [/POST .*voice\//, 'No provider of voice is set up'],
  [/test-push$/, 'No push service answers'],
]

const eva = await createAccount('words-of-eva-77aa', '+4915550001')
let owners = 0

test.each(endpoints)('%s does for its owner what a stranger was refused', async (endpoint) => {
  const [method, path = ''] = endpoint.split(' ')
  const owner = method === 'GET' ? eva : await createAccount(`owner-${++owners}`, `+491555${1000 + owners}`)
  const hasToken = /\/(?:jwt|mcp)/.test(path)
  const asOwner = hasToken ? await withNamedToken(app, owner.user, scopes) : await signIn(app, owner.user)
  const isExpected = !unserved.some(([of]) => of.test(endpoint))
  for (const body of bodiesFor(endpoint, owner)) {
    const answers: Awaited<ReturnType<typeof send>>[] = []
    for (const id of path.includes(':id') ? owner.named : [''])
      answers.push(await send(asOwner, endpoint, id, owner, body))
    // 409: something of the owner's own is in the way, such as the entry of that day.
    const isServed = answers.some(
      ({ status, body }) => (status < 400 && !body?.result?.isError) || status === 409,
    )
    const told = answers.map(({ status, text }) => [status, text])
    expect({ isServed, told }).toMatchObject({ isServed: isExpected })
    if (path.endsWith('/import')) expect(answers[0]?.body).toHaveProperty('importId')
  }
})

/** Asks for what is Ana's in every way that the input of a tool can. */
const inputOfTools = {
  userId: ana.user.id,
  email: ana.user.email,
  goalId: ana.goal.id,
  goalIds: [ana.goal.id],
  title: 'Mine now',
  timeline: 'annual',
  parentId: ana.parent.id,
  entryDate: day,
  wins: 'Mine now',
  date: day,
  from: '2026-11-01',
  to: '2026-11-30',
}

test.each([[], ...scopes.map((scope) => [scope]), scopes].map((may) => ({ may })))(
  "a token of a stranger with $may gets nothing of Ana's by a tool or a call, and changes nothing",
  async ({ may }) => {
    await tokensOf(db, ben.id).withdrawAll()
    const before = await rowsOf(ana.user.id)
    const asBen = await withNamedToken(app, ben, may)
    const shows = ({ status, text }: { status: number; text?: string }) => {
      expect(status).toBeLessThan(500)
      for (const word of [mark, ...ana.ids]) expect(text).not.toContain(word)
    }
    const ask = (method: string, params?: object) =>
      asBen
        .post('/api/mcp')
        .set('Accept', 'application/json, text/event-stream')
        .send({ jsonrpc: '2.0', id: 1, method, params })
    const { result } = (await ask('tools/list').expect(200)).body
    expect(result.tools.length).toBeGreaterThan(0)
    for (const { name } of result.tools)
      for (const id of [ana.goal.id, ana.entry.id]) {
        const answer = await ask('tools/call', { name, arguments: { ...inputOfTools, id } }).expect(200)
        expect(answer.body).toHaveProperty('result')
        shows(answer)
      }
    for (const endpoint of endpoints.filter((name) => name.includes(' /api/jwt/')))
      for (const id of endpoint.includes(':id') ? [ana.goal.id, ana.entry.id] : [''])
        for (const body of bodiesFor(endpoint, ana)) shows(await send(asBen, endpoint, id, ana, body))
    expect(await rowsOf(ana.user.id)).toEqual(before)
  },
)
