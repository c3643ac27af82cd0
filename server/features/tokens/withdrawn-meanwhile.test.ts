import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage, request as begin } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import request from 'supertest'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { api } from '@shared/api'
import type { Endpoint } from '@shared/endpoint'
import { accessTokens, goals, journalEntries, proposals } from '@shared/schema'
import { scopes } from '@shared/scopes'
import { untilOneIsBlocked } from '../../test/blocked'
import { createEntry, createGoal } from '../../test/factories'
import { lisaJson } from '../../test/imports'
import { createIncompressibleEntries, drain } from '../../test/long-lists'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { readHere } from '../../test/reading'
import { serve } from '../../test/serve'
import { createTestApp, namedTokenOf, tokenOf } from '../../test/test-app'
import { grantsOf, oauthRecordsOf } from '../auth/oauth-records-repository'
import { resourceOf } from '../auth/oauth/metadata'

const { app, ctx, db } = await createTestApp({ startReading: readHere })
const server = await serve()
server.handle(app)
let ana: User, asAna: Client
beforeEach(async () => {
  ;({ ana, asAna } = await signInAnaAndBen(app, db))
})

const metadata = `Bearer resource_metadata="${ctx.env.appUrl}/.well-known/oauth-protected-resource/api/mcp"`
/** A request asks again whether its token holds once a second has passed; some of this passes before it is let in. */
const aWhile = 1_500

const named = () => namedTokenOf(app, ana, scopes)
const ofPassword = () => tokenOf(app, ana)
async function ofAssistant() {
  const [token, grantId] = [randomBytes(32).toString('base64url'), randomUUID()]
  const expiresAt = new Date(Date.now() + 60_000)
  const grant = { grantId, clientId: 'client', name: 'Claude', scopes: [...scopes], expiresAt }
  await grantsOf(db, ana.id).allow(grant, new Date())
  const payload = { aud: resourceOf(ctx.env.appUrl), scope: scopes.join(' ') }
  await oauthRecordsOf(db, 'AccessToken').upsert(token, payload, { userId: ana.id, grantId, expiresAt })
  return token
}

async function withdraw() {
  const [{ id } = {}] = (await asAna.get('/api/tokens').expect(200)).body
  await asAna.delete(`/api/tokens/${id}`).expect(204)
}
const signOutEverywhere = () => asAna.delete('/api/account/sessions').expect(204)

/** Begins a POST whose body lacks its last byte; what is given back sends that, and resolves with the answer. */
function hold(path: string, token: string, body: string) {
  const headers = {
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length,
  }
  const sent = begin(server.origin + path, { method: 'POST', headers, agent: false })
  onTestFinished(() => void sent.destroy())
  sent.write(body.slice(0, -1))
  const answer = once(sent, 'response')
  return async (rest = body.slice(-1)) => {
    sent.on('error', () => {})
    if (rest) sent.end(rest)
    const [response] = (await answer) as [IncomingMessage]
    response.resume()
    return [path, response.statusCode, response.headers['www-authenticate']]
  }
}

const importedEntry = lisaJson({ entries: [{ entryDate: '2026-11-19', wins: 'x' }] })
const goal = { title: 'Read', timeline: 'monthly' }
const held = (token: string) => [
  hold('/api/jwt/goals', token, JSON.stringify(goal)),
  hold('/api/jwt/journal-entries', token, JSON.stringify({ entryDate: '2026-11-20', wins: 'x' })),
  hold('/api/jwt/import?preview=false', token, importedEntry),
  hold(
    '/api/mcp',
    token,
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'propose_goal', arguments: goal },
    }),
  ),
]
const stored = async () =>
  Promise.all([goals, journalEntries, proposals].map((table) => db.$count(table, eq(table.userId, ana.id))))

test.each([
  ['a token is withdrawn', named, withdraw],
  ['an assistant is withdrawn', ofAssistant, withdraw],
  ['its user signs out everywhere', named, signOutEverywhere],
  ['its user, who has a password, signs out everywhere', ofPassword, signOutEverywhere],
])('what is sent while %s changes nothing', async (_, makeToken, end) => {
  const finish = held(await makeToken())
  await wait(aWhile)
  await end()
  await wait(aWhile)
  expect(await Promise.all(finish.map((each) => each()))).toEqual([
    ['/api/jwt/goals', 401, 'Bearer'],
    ['/api/jwt/journal-entries', 401, 'Bearer'],
    ['/api/jwt/import?preview=false', 401, 'Bearer'],
    ['/api/mcp', 401, metadata],
  ])
  expect(await stored()).toEqual([0, 0, 0])
})

test('a slow upload ends with its token, and its user can import again', async () => {
  const headers = { authorization: `Bearer ${await named()}`, 'content-type': 'application/json' }
  const path = '/api/jwt/import?preview=false'
  const sent = begin(server.origin + path, { method: 'POST', headers, agent: false }).on('error', () => {})
  onTestFinished(() => void sent.destroy())
  sent.write('{')
  await wait(aWhile)
  await withdraw()
  sent.write(' ')
  const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage]
  expect(statusCode).toBe(401)
  await asAna.post('/api/import?preview=false').type('json').send(importedEntry).expect(200)
})

test('a text of which nothing more comes ends with its token', async () => {
  const finish = hold('/api/jwt/journal-entries', await named(), '{}')
  await wait(aWhile)
  await withdraw()
  expect(await finish('')).toEqual(['/api/jwt/journal-entries', 401, 'Bearer'])
})

test('a change that waited until its client had left is not made', async () => {
  const token = await named()
  const { body: kept } = await asAna.post('/api/goals').send(goal).expect(201)
  const slow = Array.from({ length: 4 }, () => hold('/api/jwt/goals', token, JSON.stringify(goal)))
  await wait(500)
  const headers = { authorization: `Bearer ${token}` }
  const sent = begin(`${server.origin}/api/jwt/goals/${kept.id}`, { method: 'DELETE', headers, agent: false })
  sent.on('error', () => {}).end()
  await wait(500)
  sent.destroy()
  await wait(100)
  await Promise.all(slow.map((finish) => finish()))
  await asAna.get(`/api/goals/${kept.id}`).expect(200)
})

test('what is sent slowly with a token that holds is stored', async () => {
  const token = await named()
  const finish = held(token)
  await wait(aWhile)
  const answers = await Promise.all(finish.map((each) => each()))
  expect(answers.map(([, status]) => status)).toEqual([201, 201, 200, 200])
  expect(await stored()).toEqual([1, 2, 1])
})

test.each([
  ['a list', '/api/jwt/journal-entries', named],
  ['an assistant’s list', '/api/jwt/journal-entries', ofAssistant],
  ['an export', '/api/jwt/export', named],
])('%s that is read slowly is cut once its token is withdrawn', async (_, path, makeToken) => {
  await createIncompressibleEntries(db, ana.id, 40)
  const headers = { authorization: `Bearer ${await makeToken()}` }
  const sent = get(server.origin + path, { headers, agent: false }).on('error', () => {})
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await withdraw()
  await createEntry(db, ana.id, { entryDate: '1950-01-01' })
  await wait(aWhile)
  expect((await drain(response)).isComplete).toBe(false)
})

test('what waits while its token is withdrawn reads and changes nothing', async () => {
  const script = request(app)
  const headers = { Authorization: `Bearer ${await named()}` }
  const other = await ctx.pool.connect()
  onTestFinished(() => other.release())
  await other.query('begin; lock table goals in access exclusive mode')
  const calls = [
    script.get('/api/jwt/goals').set(headers),
    script.get('/api/jwt/export').set(headers),
    script.post('/api/jwt/import?preview=false').set(headers).type('json').send(importedEntry),
  ].map(async (call) => (await call).status)
  await wait(aWhile)
  await withdraw()
  await wait(aWhile)
  await other.query('rollback')
  expect(await Promise.all(calls)).toEqual([401, 401, 401])
  expect(await stored()).toEqual([0, 0, 0])
})

const entryDate = '2026-11-20'
const mcp = (program: request.Agent, name: string, input: object) =>
  program
    .post('/api/mcp')
    .set('Accept', 'application/json, text/event-stream')
    .send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } })

/** What a program can change. Each waits for an entry or a goal. */
const changes = {
  'PATCH /api/goals/:id': (program, goalId) =>
    program.patch(`/api/jwt/goals/${goalId}`).send({ title: 'After' }),
  'DELETE /api/goals/:id': (program, goalId) => program.delete(`/api/jwt/goals/${goalId}`),
  'POST /api/goals': (program, goalId) => program.post('/api/jwt/goals').send({ ...goal, parentId: goalId }),
  'PUT /api/journal-entries/:id': (program, _, entryId) =>
    program.put(`/api/jwt/journal-entries/${entryId}`).send({ entryDate, wins: 'After' }),
  'DELETE /api/journal-entries/:id': (program, _, entryId) =>
    program.delete(`/api/jwt/journal-entries/${entryId}`),
  'POST /api/journal-entries': (program, goalId) =>
    program.post('/api/jwt/journal-entries').send({ entryDate: '2026-11-21', goalIds: [goalId] }),
  'POST /api/jwt/proposals': (program, goalId) =>
    program.post('/api/jwt/proposals').send({ kind: 'progress', payload: { goalId, entryDate } }),
  'POST /api/import': (program) =>
    program
      .post('/api/jwt/import?preview=false')
      .type('json')
      .send(lisaJson({ entries: [{ entryDate, wins: 'After' }] })),
  note_progress: (program, goalId) => mcp(program, 'note_progress', { goalId, entryDate }),
  undo: (program, _, entryId) => mcp(program, 'undo', { id: entryId }),
} satisfies Record<string, (program: request.Agent, goalId: string, entryId: string) => request.Test>
const names = Object.keys(changes) as (keyof typeof changes)[]
const comeToItsEnd = () =>
  db.update(accessTokens).set({ expiresAt: new Date() }).where(eq(accessTokens.userId, ana.id))
const removePassword = () => asAna.delete('/api/auth/password').expect(204)

test('these are all the endpoints with which a token changes something, and the tools beside them', () => {
  const declared: [string, Endpoint][] = api.flatMap(({ endpoints }) => Object.entries(endpoints))
  const writing = declared.flatMap(([name, { token, bearer, assistant }]) =>
    (token || bearer) && !assistant && !name.startsWith('GET ') ? name : [],
  )
  expect(names.toSorted()).toEqual([...writing, 'note_progress', 'undo'].toSorted())
})

test.each([
  ...names.map((name) => [name, 'a token is withdrawn', named, withdraw] as const),
  ['PUT /api/journal-entries/:id', 'an assistant is withdrawn', ofAssistant, withdraw],
  ...(
    [
      'PATCH /api/goals/:id',
      'PUT /api/journal-entries/:id',
      'DELETE /api/journal-entries/:id',
      'note_progress',
    ] as const
  ).map(
    (name) => [name, 'a user with a password signs out everywhere', ofPassword, signOutEverywhere] as const,
  ),
  ['PUT /api/journal-entries/:id', 'a token comes to its end', named, comeToItsEnd],
  ['PUT /api/journal-entries/:id', 'a password is removed', ofPassword, removePassword],
] as const)('%s that waits for a lock while %s changes nothing', async (name, _, makeToken, end) => {
  const large = await createGoal(db, ana.id, { timeline: 'annual' })
  const entry = await createEntry(db, ana.id, { entryDate })
  const program = request.agent(app).set('Authorization', `Bearer ${await makeToken()}`)
  await program.put(`/api/jwt/journal-entries/${entry.id}`).send({ entryDate, wins: 'Before' }).expect(200)
  const rows = () =>
    Promise.all(
      [goals, journalEntries, proposals].map((table) =>
        db.select().from(table).where(eq(table.userId, ana.id)),
      ),
    )
  const before = await rows()
  const { answer } = await db.transaction(async (tx) => {
    for (const table of [goals, journalEntries])
      await tx.execute(sql`select from ${table} where user_id = ${ana.id} for update`)
    const answer = changes[name](program, large.id, entry.id).then(({ status }) => status)
    await untilOneIsBlocked(db)
    await end()
    return { answer }
  })
  expect(await answer).toBe(401)
  expect(await rows()).toEqual(before)
})
