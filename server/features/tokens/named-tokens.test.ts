import { createHash, randomUUID } from 'node:crypto'
import bcrypt from 'bcrypt'
import { eq } from 'drizzle-orm'
import request from 'supertest'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accessTokens, accountEvents, rateLimits } from '@shared/schema'
import { type Scope, scopes } from '@shared/scopes'
import { mostTokens, newTokenLimit } from '@shared/tokens'
import { createApp } from '../../app'
import { forgetExpired } from '../../forget-expired'
import { described } from '../../http/openapi/described'
import type { Mail } from '../../senders/mailer'
import { endpointsOf } from '../../test/endpoints'
import { createEntry, createGoal, createUser } from '../../test/factories'
import { lisaJson } from '../../test/imports'
import { captureLog } from '../../test/log'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { readHere } from '../../test/reading'
import { createTestApp, signIn, tokenOf, withNamedToken } from '../../test/test-app'

vi.spyOn(bcrypt, 'hash').mockImplementation(async () => 'hash')
const day = 24 * 60 * 60 * 1000
const start = new Date('2026-11-21T12:00:00Z')
let time = start
const logged = captureLog()
const send = vi.fn<(mail: Mail) => Promise<{ id: string }>>(async () => ({ id: '1' }))
const mailer = { send, close: () => {} }
const settings = { TRUST_PROXY: '1' }
const { app, ctx, db } = await createTestApp({
  now: () => time,
  log: logged.log,
  mailer,
  settings,
  startReading: readHere,
})
/** Another instance over the same database. */
const other = createApp(ctx)

let ana: User, asAna: Client, asBen: Client
beforeEach(async () => {
  time = start
  logged.clear()
  send.mockClear()
  ;({ ana, asAna, asBen } = await signInAnaAndBen(app, db))
})

const input = { name: 'Backup', scopes: ['goals:read'] as Scope[], expiresInDays: 30 }
const home = '203.0.113.7'
const make = async (more = {}, client = asAna): Promise<{ id: string; token: string }> =>
  (
    await client
      .post('/api/tokens')
      .set('X-Forwarded-For', home)
      .send({ ...input, ...more })
      .expect(201)
  ).body
const call = (token: string, from = home, instance = app) =>
  request(instance)
    .get('/api/jwt/user')
    .set({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': from })
const statuses = async (token: string) => [
  (await call(token)).status,
  (await call(token, '203.0.113.7', other)).status,
]
const stored = async () => (await db.select().from(accessTokens).where(eq(accessTokens.userId, ana.id)))[0]
const events = async () =>
  (await db.select().from(accountEvents).where(eq(accountEvents.userId, ana.id))).map(({ kind }) => kind)

test('a token is shown once: no other answer, row, mail or line of the log has it', async () => {
  const { token, ...shown } = await make({ name: ' Backup ', scopes: ['journal:read', 'goals:read'] })
  expect(token).toMatch(/^lisa_pat_[\w-]{43}$/)
  expect(shown).toEqual({
    id: expect.any(String),
    name: 'Backup',
    scopes: ['goals:read', 'journal:read'],
    createdAt: start.toISOString(),
    expiresAt: '2026-12-21T12:00:00.000Z',
    lastUsedAt: null,
  })
  await call(token).expect(200)
  expect((await asAna.get('/api/tokens').expect(200)).body).toEqual([
    { ...shown, lastUsedAt: start.toISOString(), lastUsedHere: false },
  ])
  const hash = createHash('sha256').update(token).digest('hex')
  expect(await stored()).toMatchObject({ tokenHash: hash })
  expect(JSON.stringify(await stored())).not.toContain(token)

  const answers = await Promise.all(
    endpointsOf(app)
      .filter((endpoint) => endpoint.startsWith('GET '))
      .map((endpoint) => asAna.get(endpoint.slice(4)).query({ date: '2026-11-21' })),
  )
  const seen = answers.map(({ text, body }) => text ?? String(body)).join('')
  for (const secret of [token, hash])
    expect(seen + logged.text() + JSON.stringify(send.mock.calls)).not.toContain(secret)
})

test('a token that was made is told by mail and listed as an event, and so is its end', async () => {
  const { id } = await make({ name: '<b>Backup\n' })
  const [mail] = send.mock.lastCall ?? []
  expect(mail).toMatchObject({ to: { address: ana.email }, subject: 'A token was made for your account' })
  expect(mail?.text).toContain('The token “<b>Backup” was made on November 21, 2026')
  expect(mail?.html).not.toContain('<b>Backup')
  await asAna.delete(`/api/tokens/${id}`).expect(204)
  await asAna.delete(`/api/tokens/${id}`).expect(404)
  expect(await events()).toEqual(['token-made', 'token-withdrawn'])
})

test('a scope that is named twice counts once', async () => {
  await make({ scopes: [...scopes, ...scopes] })
  expect(await stored()).toMatchObject({ scopes })
})

test.each([
  { name: ' ' },
  { name: 'x'.repeat(61) },
  { scopes: [] },
  { scopes: ['everything'] },
  { expiresInDays: 0 },
  { expiresInDays: 367 },
  { expiresInDays: 1.5 },
])('%o is refused', async (more) => {
  const { body } = await asAna
    .post('/api/tokens')
    .send({ ...input, ...more })
    .expect(400)
  expect(body.errors[0].path).toMatch(new RegExp(`^${Object.keys(more)[0]}`))
  expect(await stored()).toBeUndefined()
})

test('making one takes a sign-in of the last 15 minutes', async () => {
  const earlier = await signIn(app, ana, { authenticatedAt: start.getTime() - 15 * 60_000 - 1 })
  const { body } = await earlier.post('/api/tokens').send(input).expect(403)
  expect(body.signInAgain).toBe(true)
  await earlier.get('/api/tokens').expect(200, [])
})

test('of two requests at once, one makes the last token; those that have ended do not count', async () => {
  const row = { userId: ana.id, name: 'x', scopes: input.scopes }
  const rows = (length: number, expiresAt: Date) =>
    Array.from({ length }, (_, n) => {
      const secret = randomUUID()
      return { ...row, expiresAt, ...(n % 2 ? { grantId: secret } : { tokenHash: secret }) }
    })
  await db
    .insert(accessTokens)
    .values([...rows(mostTokens - 1, new Date(start.getTime() + 1)), ...rows(2, start)])
  const answers = await Promise.all([1, 2].map(() => asAna.post('/api/tokens').send(input)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await asAna.get('/api/tokens')).body).toHaveLength(mostTokens)
  await forgetExpired(ctx)
  expect(await db.$count(accessTokens, eq(accessTokens.userId, ana.id))).toBe(mostTokens)
  await make({}, asBen)
})

test('a user can make 20 tokens a day, and withdrawing some allows no more', async () => {
  await db.delete(rateLimits)
  await make()
  await db.update(rateLimits).set({ count: newTokenLimit.limit })
  send.mockClear()
  const { body } = await asAna.post('/api/tokens').send(input).expect(429)
  expect(body.message).toBe(newTokenLimit.refusal(0))
  expect(send).not.toHaveBeenCalled()
  await make({}, asBen)
})

describe('a token opens nothing', () => {
  test('once it has ended', async () => {
    const { token } = await make({ expiresInDays: 1 })
    time = new Date(start.getTime() + day - 1)
    expect(await statuses(token)).toEqual([200, 200])
    time = new Date(start.getTime() + day)
    expect(await statuses(token)).toEqual([401, 401])
  })

  test('once it was withdrawn, in any instance, and nobody else can withdraw it', async () => {
    const { id, token } = await make()
    await asBen.delete(`/api/tokens/${id}`).expect(404)
    expect(await statuses(token)).toEqual([200, 200])
    await asAna.delete(`/api/tokens/${id}`).expect(204)
    expect(await statuses(token)).toEqual([401, 401])
  })

  test('after signing out everywhere; a password that is added or removed changes nothing', async () => {
    const { token } = await make()
    await asAna.post('/api/auth/add-password').send({ password: 'seven green kettles' }).expect(201)
    await asAna.delete('/api/auth/password').expect(204)
    expect(await statuses(token)).toEqual([200, 200])
    await asAna.delete('/api/account/sessions').expect(204)
    expect(await statuses(token)).toEqual([401, 401])
  })

  test('if it was made while its user signed out everywhere', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => asAna.post('/api/tokens').send(input)),
      asAna.delete('/api/account/sessions'),
    ])
    for (const { status } of answers) expect([201, 204, 401]).toContain(status)
    expect(await stored()).toBeUndefined()
  })

  test('if it was never made', async () => {
    const { token } = await make()
    for (const wrong of ['lisa_pat_', token.slice(0, -1), `${token}a`, token.toUpperCase(), token.slice(9)]) {
      const answer = await call(wrong).expect(401, { message: 'Unauthorized' })
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  })

  test('outside of its paths', async () => {
    const { token } = await make({ scopes })
    for (const path of ['/api/goals', '/api/tokens', '/api/account/events'])
      await request(app).get(path).set('Authorization', `Bearer ${token}`).expect(401)
  })
})

const forTokens = described.filter(({ door }) => door === 'token')

test.each(scopes)('with %s alone a token opens the calls that need no other scope', async (scope) => {
  expect(forTokens.length).toBeGreaterThan(15)
  const { id: goalId } = await createGoal(db, ana.id)
  const { id: entryId } = await createEntry(db, ana.id)
  const client = await withNamedToken(app, ana, [scope])
  for (const { name, endpoint } of forTokens) {
    const [method = '', path = ''] = name.split(' ')
    const place = path
      .replace(':id', path.includes('goals') ? goalId : entryId)
      .replace(':date', '2026-11-21')
    const { status, body } = await client[method.toLowerCase() as 'get'](place)
    const needed: readonly Scope[] = endpoint.scopes ?? []
    if (needed.every((each) => each === scope))
      expect([name, [401, 403].includes(status)]).toEqual([name, false])
    else expect([name, status, body]).toEqual([name, 403, { message: 'This token may not do that' }])
  }
})

test('a token that may read nothing is not told who its user is', async () => {
  const seen = async (scope: Scope) =>
    (await (await withNamedToken(app, ana, [scope])).get('/api/jwt/user').expect(200)).body
  const { body } = await asAna.get('/api/auth/user').expect(200)
  expect(await seen('goals:read')).toEqual(body)
  const nobody = { email: null, firstName: null, lastName: null, profileImageUrl: null }
  expect(await seen('propose')).toEqual({ ...body, ...nobody })
})

test('the last use is stored once an hour', async () => {
  const { token } = await make()
  const lastUsed = async (at: string) => {
    time = new Date(at)
    await call(token).expect(200)
    return (await stored())?.lastUsedAt?.toISOString()
  }
  const first = '2026-11-21T12:30:00.000Z'
  expect([await lastUsed(first), await lastUsed('2026-11-21T13:29:59.000Z')]).toEqual([first, first])
  expect(await lastUsed('2026-11-21T13:30:00.000Z')).toBe('2026-11-21T13:30:00.000Z')
  expect((await stored())?.networks).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)])
})

test('the list says whether a token was last used from the network of whoever reads it', async () => {
  const { token } = await make()
  const [here, elsewhere] = ['203.0.113.7', '198.51.100.9']
  const lastUsedHere = async () =>
    (await asAna.get('/api/tokens').set('X-Forwarded-For', here).expect(200)).body[0].lastUsedHere
  expect(await lastUsedHere()).toBeNull()
  for (const from of [here, elsewhere, here, here, elsewhere]) {
    await call(token, from).expect(200)
    expect(await lastUsedHere()).toBe(from === here)
  }
})

test('a use from another network than before is told once, by mail and as an event', async () => {
  const { token } = await make()
  send.mockClear()
  await call(token).expect(200)
  await Promise.all([
    call(token, '198.51.100.9'),
    call(token, '198.51.100.9'),
    call(token, '198.51.100.9', other),
  ])
  for (const from of ['198.51.100.9', '203.0.113.7']) await call(token, from).expect(200)
  expect(await events()).toEqual(['token-made', 'token-elsewhere'])
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  const [mail] = send.mock.lastCall ?? []
  expect(mail).toMatchObject({
    to: { address: ana.email },
    subject: 'A token was used from another network',
    text: expect.stringMatching(/The token “Backup” was used on .*198\.51\.100\.9/),
  })
  await call(token, '198.51.100.10').expect(200)
  expect(await events()).toHaveLength(3)
})

test('what a token changes is an event with its name, once an hour; so is each other event of a token', async () => {
  const told = async () =>
    (await asAna.get('/api/account/events').expect(200)).body.map(
      ({ kind, tokenName }: { kind: string; tokenName: string }) => `${kind}: ${tokenName}`,
    )
  const as = (token: string, from = '203.0.113.7') =>
    request.agent(app).set({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': from })
  const { token, id } = await make({ scopes: ['goals:write'] })
  const backup = as(token)
  await backup.post('/api/jwt/goals').send({ title: '' }).expect(400)
  await backup.delete(`/api/jwt/goals/${id}`).expect(404)
  expect(await told()).toEqual(['token-made: Backup'])

  time = new Date(start.getTime() + 1)
  const { body: goal } = await backup.post('/api/jwt/goals').send({ title: 'Run', timeline: 'monthly' })
  const path = `/api/jwt/goals/${goal.id}`
  await as(token, '198.51.100.9').patch(path).send({ title: 'Swim' }).expect(200)
  await backup.delete(path).expect(204)
  const begun = ['token-elsewhere: Backup', 'token-wrote: Backup', 'token-made: Backup']
  expect((await told()).sort()).toEqual(begun.sort())

  time = new Date(start.getTime() + 60 * 60_000 + 1)
  await db.delete(accountEvents)
  asAna = await signIn(app, ana)
  const both = await make({ name: 'Both', scopes })
  await as(both.token).post('/api/jwt/goals').send({ title: 'Run', timeline: 'monthly' }).expect(201)
  await as(token).post('/api/jwt/goals').send({ title: 'Run', timeline: 'monthly' }).expect(201)
  await as(both.token).post('/api/jwt/import?preview=false').type('json').send(lisaJson({})).expect(200)
  await as(both.token).get('/api/jwt/export').expect(200)
  await as(both.token)
    .post('/api/jwt/proposals')
    .send({ kind: 'goal', payload: { title: 'Run', timeline: 'monthly' } })
    .expect(201)
  await asAna.delete(`/api/tokens/${both.id}`).expect(204)
  expect((await told()).sort()).toEqual([
    'export: Both',
    'import: Both',
    'token-made: Both',
    'token-withdrawn: Both',
    'token-wrote: Backup',
    'token-wrote: Both',
  ])
})

test('a token that changes nothing is no event', async () => {
  const token = await withNamedToken(app, ana, ['goals:write', 'journal:write'])
  const written = async () => (await events()).filter((kind) => kind === 'token-wrote').length
  const goal = { title: 'Run', timeline: 'monthly' }
  const entry = { entryDate: '2026-11-20', wins: 'Ran' }
  const create = (path: string, body: object) =>
    token.post(path).set('Idempotency-Key', `a-key-of-${path}`).send(body).expect(201)
  const createBoth = async () => [
    (await create('/api/jwt/goals', goal)).body.id,
    (await create('/api/jwt/journal-entries', entry)).body.id,
  ]
  const [goalId, entryId] = await createBoth()
  expect(await written()).toBe(1)
  time = new Date(start.getTime() + 2 * 60 * 60_000)
  expect(await createBoth()).toEqual([goalId, entryId])
  for (const same of [{}, { title: 'Run' }])
    await token.patch(`/api/jwt/goals/${goalId}`).send(same).expect(200)
  await token.put(`/api/jwt/journal-entries/${entryId}`).send(entry).expect(200)
  expect(await written()).toBe(1)
  await token.delete(`/api/jwt/goals/${goalId}`).expect(204)
  expect(await written()).toBe(2)
})

test('the first use is told too, where the token was made in another network', async () => {
  const { token } = await make()
  await call(token, '198.51.100.9').expect(200)
  expect(await events()).toEqual(['token-made', 'token-elsewhere'])
  await vi.waitFor(() =>
    expect(send.mock.lastCall?.[0].subject).toBe('A token was used from another network'),
  )
})

test('all networks of one IPv6 site (/48) count as one', async () => {
  const { token } = await make()
  for (const from of ['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:2:3::1']) await call(token, from)
  expect((await stored())?.networks).toHaveLength(3)
  expect(await events()).toEqual(['token-made', 'token-elsewhere', 'token-elsewhere'])
})

test('the requests of one token are limited, and no other token is slower for it', async () => {
  const [{ token }, { token: second }] = [await make(), await make()]
  await db.delete(rateLimits)
  await call(token).expect(200)
  await db.update(rateLimits).set({ count: 599 })
  expect(await statuses(token)).toEqual([200, 429])
  const refused = await call(token).expect(429)
  expect(refused.headers['retry-after']).toBe('900')
  expect(refused.body.message).toContain('600 times in 15 minutes')
  await call(second).expect(200)
  await call(await tokenOf(app, ana)).expect(200)
  time = new Date(start.getTime() + 15 * 60_000)
  await call(token).expect(200)
})

test('TOKENS=off closes this door, not that of the password, and those that are there can be seen and withdrawn', async () => {
  const off = await createTestApp({ settings: { TOKENS: 'off' } })
  const ben = await createUser(off.db)
  const client = await signIn(off.app, ben)
  const message = 'Tokens are switched off'
  await client.post('/api/tokens').send(input).expect(503, { message })
  await (await withNamedToken(off.app, ben, scopes)).get('/api/jwt/user').expect(401)
  const { body } = await client.get('/api/tokens').expect(503)
  expect(body).toEqual({ message, tokens: [expect.objectContaining({ name: 'A script', scopes })] })
  const [row] = await off.db.select().from(accessTokens)
  await client.delete(`/api/tokens/${row?.id}`).expect(204)
  await call(await tokenOf(off.app, ben), '203.0.113.7', off.app).expect(200)
})
