import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  accountEvents,
  dailyMessages,
  dailySummaries,
  goalDays,
  proposals,
  reminderDeliveries,
  rowVersions,
  voiceTalks,
} from '@shared/schema'
import { scopes } from '@shared/scopes'
import { tokensOf } from '../features/tokens/tokens-repository'
import { versionsOf } from '../features/versions/versions-repository'
import { endpointsOf } from '../test/endpoints'
import { createEntry, createGoal, createUser } from '../test/factories'
import { readHere } from '../test/reading'
import { createTestApp, signIn, withNamedToken, withToken } from '../test/test-app'

const { app, db } = await createTestApp({ startReading: readHere })
const mark = 'words-of-ana-5d1c'
const ana = await createUser(db, { firstName: mark, phoneNumber: '+15550107777', password: 'hash' })
const ben = await createUser(db, { firstName: 'Ben' })
const goal = await createGoal(db, ana.id, { title: mark })
const entry = await createEntry(db, ana.id, { entryDate: '2026-11-21', wins: mark })
await db
  .insert(reminderDeliveries)
  .values({ userId: ana.id, localDate: '2026-11-21', channel: 'email', lastError: mark })
const phone = { userId: ana.id, phoneNumber: '+15550107777' }
await db
  .insert(dailyMessages)
  .values({ ...phone, messageContent: mark, messageDirection: 'inbound', messageSid: 'SM1' })
await db.insert(accountEvents).values({ userId: ana.id, kind: 'sign-in', device: mark, network: mark })
await db.insert(dailySummaries).values({ ...phone, summaryDate: '2026-11-21', summary: mark })
const begunAt = new Date('2026-11-21T08:00:00Z')
const aTalk = { userId: ana.id, localDate: '2026-11-21', begunAt, endsAt: begunAt, endedAt: begunAt }
const [talk] = await db
  .insert(voiceTalks)
  .values({ ...aTalk, summary: mark })
  .returning()
await versionsOf(db, ana.id).keepAll([{ kind: 'entry', row: entry, at: begunAt, deleted: true }], {
  now: new Date(),
  by: 'form',
})
const [version] = await db.select().from(rowVersions)
const [proposal] = await db
  .insert(proposals)
  .values({
    userId: ana.id,
    tokenName: mark,
    kind: 'goal',
    payload: { title: mark, timeline: 'monthly' },
    expiresAt: new Date('2100-01-01'),
  })
  .returning()
const token = await tokensOf(db, ana.id).make(
  { name: mark, scopes: [...scopes], expiresInDays: 1 },
  new Date(),
)
const ids = [goal.id, entry.id, talk!.id, version!.id, proposal!.id, token.id, ana.id]

/** Anew each time, since one endpoint ends them all. */
async function clientsOfBen(path: string) {
  const byPassword = await withToken(app, ben)
  if (!path.startsWith('/api/jwt/')) return [await signIn(app, ben), byPassword]
  await tokensOf(db, ben.id).withdrawAll()
  return [byPassword, await withNamedToken(app, ben, scopes)]
}

/** Every row that is Ana's, in every table that has an owner. */
async function allOfAnas() {
  const { rows: tables } = await db.execute<{ name: string; column: string }>(sql`
    select table_name as name, column_name as column from information_schema.columns
    where table_schema = 'public' and (column_name = 'user_id' or (table_name = 'users' and column_name = 'id'))
    order by 1`)
  expect(tables.length).toBeGreaterThan(6)
  return Promise.all(
    tables.map(async ({ name, column }) => {
      const own = sql`select * from ${sql.identifier(name)} where ${sql.identifier(column)} = ${ana.id}`
      const { rows } = await db.execute(sql`${own} order by 1`)
      // A wrong password for her email is told to her.
      return [name, rows.filter(({ kind }) => kind !== 'token-refused')]
    }),
  )
}

/** Asks for what is Ana's in every way that a body can. */
const body = {
  id: goal.id,
  userId: ana.id,
  email: ana.email,
  password: 'guess it',
  title: 'Mine now',
  timeline: 'annual',
  entryDate: '2026-11-21',
  wins: 'Mine now',
  phoneNumber: '+15550107777',
  dailyReminderEnabled: false,
  remember: true,
  readsJournal: true,
  enabled: false,
  kept: true,
  said: 'Mine now',
}

test.each(endpointsOf(app))("%s gives a stranger nothing of Ana's, and changes nothing", async (endpoint) => {
  const before = await allOfAnas()
  const [method = '', path = ''] = endpoint.split(' ')
  const verb = method.toLowerCase() as 'get'
  for (const id of path.includes(':id') ? ids : [ana.id])
    for (const asBen of await clientsOfBen(path)) {
      const place = path.replace(':id', id).replace(':date', '2026-11-21')
      const query = { userId: ana.id, user: ana.id, email: ana.email, limit: 10 }
      const answer = await asBen[verb](place)
        .query(query)
        .send(verb === 'get' ? undefined : body)
      expect(answer.status).toBeLessThan(504)
      expect(answer.status).not.toBe(500)
      const shown = answer.text + JSON.stringify(answer.headers)
      for (const word of [mark, ...ids]) expect(shown).not.toContain(word)
      // Anybody may save her number: then he is shown what he saved.
      if (path !== '/api/reminder-settings') expect(shown).not.toContain('+15550107777')
      if (path.includes(':id')) expect([401, 404]).toContain(answer.status)
    }
  expect(await allOfAnas()).toEqual(before)
})

await db.insert(goalDays).values({ entryId: entry.id, goalId: goal.id, userId: ana.id })
/** Asks for what is Ana's in every way that the input of a tool can. */
const input = {
  ...body,
  goalId: goal.id,
  goalIds: [goal.id],
  date: '2026-11-21',
  from: '2026-11-01',
  to: '2026-11-30',
}

test.each([[], ...scopes.map((scope) => [scope]), scopes].map((may) => ({ may })))(
  "a token of a stranger with $may gets nothing of Ana's by a tool or a call, and changes nothing",
  async ({ may }) => {
    await tokensOf(db, ben.id).withdrawAll()
    const before = await allOfAnas()
    const asBen = await withNamedToken(app, ben, may)
    const shows = ({ status, text }: { status: number; text?: string }) => {
      expect(status).toBeLessThan(500)
      for (const word of [mark, ...ids]) expect(text).not.toContain(word)
    }
    const send = (method: string, params?: object) =>
      asBen
        .post('/api/mcp')
        .set('Accept', 'application/json, text/event-stream')
        .send({ jsonrpc: '2.0', id: 1, method, params })
    const { result } = (await send('tools/list').expect(200)).body
    expect(result.tools.length).toBeGreaterThan(0)
    for (const { name } of result.tools)
      for (const id of [goal.id, entry.id]) {
        const answer = await send('tools/call', { name, arguments: { ...input, id } }).expect(200)
        expect(answer.body).toHaveProperty('result')
        shows(answer)
      }
    for (const endpoint of endpointsOf(app).filter((name) => name.includes(' /api/jwt/'))) {
      const [method = '', path = ''] = endpoint.split(' ')
      const verb = method.toLowerCase() as 'get'
      for (const id of path.includes(':id') ? [goal.id, entry.id] : [ana.id])
        shows(
          await asBen[verb](path.replace(':id', id).replace(':date', '2026-11-21')).send(
            verb === 'get' ? undefined : input,
          ),
        )
    }
    expect(await allOfAnas()).toEqual(before)
  },
)
