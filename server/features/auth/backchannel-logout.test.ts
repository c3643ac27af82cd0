import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import request from 'supertest'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accountEvents, pushDevices, rateLimits, users, voiceTalks } from '@shared/schema'
import { createUser } from '../../test/factories'
import type { Client, User } from '../../test/people'
import { createProviderApp } from '../../test/provider-app'
import { signIn, tokenOf } from '../../test/test-app'

const { app, clock, connectTo, db, provider, warn } = await createProviderApp()
const path = '/api/backchannel-logout'
const event = 'http://schemas.openid.net/event/backchannel-logout'

const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
const { privateKey: otherKey } = await generateKeyPair('ES256')
const publicJwk = { ...(await exportJWK(publicKey)), kid: '1' }
const publicPem = new TextEncoder().encode(await exportSPKI(publicKey))

const seconds = () => Math.floor(clock.now.getTime() / 1000)
/** The claims of a logout token that is valid, for Ana's first session at the provider. */
const claims = () => ({
  iss: provider.origin,
  aud: 'lisa',
  iat: seconds(),
  exp: seconds() + 120,
  jti: randomUUID() as string,
  events: { [event]: {} },
  sub: 'sub-1',
  sid: 'sid-1',
})
type Header = Partial<JWTHeaderParameters>
const signed = (changes: object = {}, header: Header = {}, key: CryptoKey | Uint8Array = privateKey) =>
  new SignJWT({ ...claims(), ...changes })
    .setProtectedHeader({ alg: 'ES256', kid: '1', typ: 'logout+jwt', ...header })
    .sign(key)
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = () => `${base64({ alg: 'none', typ: 'logout+jwt' })}.${base64(claims())}.`

const send = (logout_token: string) => request(app).post(path).type('form').send({ logout_token })
const expectRefused = async (token: string) =>
  send(token)
    .expect(400, { message: 'The logout token is not valid, or cannot be checked now' })
    .expect('Cache-Control', 'no-store')

let ana: User
let sessions: Record<string, Client>
beforeEach(async () => {
  Object.assign(provider, { keys: [publicJwk], algorithms: ['RS256', 'ES256', 'HS256', 'none'] })
  connectTo(provider.origin)
  ana = await createUser(db, { oidcIssuer: provider.origin, oidcSubject: 'sub-1' })
  const ben = await createUser(db, { oidcIssuer: provider.origin, oidcSubject: 'sub-2' })
  const elsewhere = await createUser(db, { oidcIssuer: 'https://other.test', oidcSubject: 'sub-1' })
  const signedIn = { signedInAt: clock.now.getTime() - 3_600_000 }
  sessions = {
    first: await signIn(app, ana, { ...signedIn, providerSid: 'sid-1' }),
    second: await signIn(app, ana, { ...signedIn, providerSid: 'sid-2' }),
    unnamed: await signIn(app, ana, signedIn),
    ben: await signIn(app, ben, { ...signedIn, providerSid: 'sid-3' }),
    elsewhere: await signIn(app, elsewhere, { ...signedIn, providerSid: 'sid-1' }),
  }
})

/** The sessions that have ended, each of which is told so. */
async function ended(): Promise<string[]> {
  const names: string[] = []
  for (const [name, client] of Object.entries(sessions)) {
    const { status, headers } = await client.get('/api/auth/user')
    if (status === 200) continue
    expect([status, headers['x-lisa-session']]).toEqual([401, 'signed-out'])
    names.push(name)
  }
  return names
}

describe('a logout token', () => {
  test.each<[string, object, string[]]>([
    ['a session', { sid: 'sid-1' }, ['first']],
    ['a session alone', { sid: 'sid-1', sub: undefined }, ['first']],
    ['a person alone', { sid: undefined }, ['first', 'second', 'unnamed']],
    // Sessions that began before `sid` was stored go on: they may be in another browser.
    ['a session that nobody has', { sid: 'sid-9' }, []],
    ["a session of somebody else's", { sid: 'sid-3' }, []],
    ['a person without an account', { sid: undefined, sub: 'sub-9' }, []],
  ])('that names %s ends those sessions and no others', async (_, names, expected) => {
    await db.delete(pushDevices)
    await db.execute(sql`insert into push_devices (user_id, endpoint, p256dh, auth, sid, last_seen_at)
      select user_id, sid, '', '', sid, now() from sessions where user_id is not null`)
    await send(await signed(names))
      .expect(200, '')
      .expect('Cache-Control', 'no-store')
    expect(await ended()).toEqual(expected)
    // Their devices go, and no others.
    const { rows } =
      await db.execute(sql`select sid from push_devices except select sid from sessions where user_id is not null
      union all (select sid from sessions where user_id is not null except select sid from push_devices)`)
    expect(rows).toEqual([])
    const events = await db.select().from(accountEvents)
    expect(events.map(({ userId, kind, network }) => [userId, kind, network])).toEqual(
      expected.length ? [[ana.id, 'sign-out-by-provider', '']] : [],
    )
  })

  test.each([
    [29, ['first']],
    [31, []],
  ])(
    'of %i s before the sign-in ends the session only if the clocks may differ by that',
    async (age, expected) => {
      await db.execute(
        sql`update sessions set sess = jsonb_set(sess::jsonb, '{signedInAt}', ${clock.now.getTime()}::text::jsonb)`,
      )
      await send(await signed({ iat: seconds() - age, exp: undefined })).expect(200)
      expect(await ended()).toEqual(expected)
    },
  )

  test('that names a person alone ends no session that began after it was made, and keeps its device', async () => {
    sessions = { ...sessions, later: await signIn(app, ana) }
    await db.execute(sql`insert into push_devices (user_id, endpoint, p256dh, auth, sid, last_seen_at)
      select user_id, sid, '', '', sid, now() from sessions where user_id = ${ana.id}`)
    await send(await signed({ sid: undefined, iat: seconds() - 60, exp: undefined })).expect(200)
    expect(await ended()).toEqual(['first', 'second', 'unnamed'])
    expect(await db.$count(pushDevices, eq(pushDevices.userId, ana.id))).toBe(1)
  })

  test('that names a person alone removes the devices of sessions that have expired', async () => {
    const device = { p256dh: '', auth: '', sid: '', lastSeenAt: clock.now }
    const others = await db.select({ id: users.id }).from(users)
    await db.insert(pushDevices).values(others.map(({ id }) => ({ ...device, userId: id, endpoint: id })))
    await db.execute(`update sessions set expire = now() - interval '1 second'`)
    await send(await signed({ sid: undefined })).expect(200)
    const left = await db.select({ id: pushDevices.userId }).from(pushDevices)
    expect(left).toHaveLength(others.length - 1)
    expect(left).not.toContainEqual({ id: ana.id })
  })

  test('ends a talk that goes on, and no token', async () => {
    const token = await tokenOf(app, ana)
    const [begunAt, endsAt] = [clock.now, new Date(clock.now.getTime() + 60_000)]
    await db.insert(voiceTalks).values({ userId: ana.id, localDate: '2026-11-27', begunAt, endsAt })
    await send(await signed()).expect(200)
    await request(app).get('/api/jwt/user').set('Authorization', `Bearer ${token}`).expect(200)
    const talks = await db.select().from(voiceTalks).where(eq(voiceTalks.userId, ana.id))
    expect(talks).toMatchObject([{ endedAt: clock.now }])
  })

  test.each<[string, () => Promise<string>]>([
    ['no type', () => signed({}, { typ: undefined })],
    ['the type JWT', () => signed({}, { typ: 'JWT' })],
    ['a list of one audience', () => signed({ aud: ['lisa'] })],
    ['no exp', () => signed({ iat: seconds() - 629, exp: undefined })],
    ['something beside the event', () => signed({ events: { [event]: {}, other: true } })],
    ['a clock that is half a minute late', () => signed({ iat: seconds() - 150, exp: seconds() - 29 })],
  ])('may have %s', async (_, make) => {
    await send(await make()).expect(200)
    expect(await ended()).toEqual(['first'])
  })

  const failed = 'ERR_JWT_CLAIM_VALIDATION_FAILED'
  test.each<[string, string, () => string | Promise<string>]>([
    ['of another issuer', `${failed}: iss`, () => signed({ iss: 'https://other.test' })],
    ['without an issuer', `${failed}: iss`, () => signed({ iss: undefined })],
    ['for another client', `${failed}: aud`, () => signed({ aud: 'other' })],
    ['for another client too', 'aud', () => signed({ aud: ['lisa', 'other'] })],
    ['without an audience', `${failed}: aud`, () => signed({ aud: undefined })],
    ['that does not say when it was made', `${failed}: iat`, () => signed({ iat: undefined })],
    ['that is old', 'ERR_JWT_EXPIRED: iat', () => signed({ iat: seconds() - 631 })],
    [
      'that is old and has no exp',
      'ERR_JWT_EXPIRED: iat',
      () => signed({ iat: seconds() - 631, exp: undefined }),
    ],
    ['whose exp is no time', `${failed}: exp`, () => signed({ exp: null })],
    ['from the future', `${failed}: iat`, () => signed({ iat: seconds() + 31 })],
    ['that has expired', 'ERR_JWT_EXPIRED: exp', () => signed({ exp: seconds() - 30 })],
    ['without events', 'events', () => signed({ events: undefined })],
    ['with another event', 'events', () => signed({ events: { [`${event}s`]: {} } })],
    ['whose event is no object', 'events', () => signed({ events: { [event]: true } })],
    ['with a nonce', 'nonce', () => signed({ nonce: '' })],
    ['that names nobody', 'sub', () => signed({ sub: undefined, sid: undefined })],
    ['with an empty name', 'sid', () => signed({ sid: '' })],
    ['with a name that cannot be stored', 'sub', () => signed({ sub: 'sub\0' })],
    ['without an id', 'jti', () => signed({ jti: undefined })],
    ['of another type', 'typ', () => signed({}, { typ: 'at+jwt' })],
    ['signed with another key', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED', () => signed({}, {}, otherKey)],
    ['signed with an unknown key', 'ERR_JWKS_NO_MATCHING_KEY', () => signed({}, { kid: '2' }, otherKey)],
    [
      'signed with the public key as a secret',
      'ERR_JOSE_ALG_NOT_ALLOWED',
      () => signed({}, { alg: 'HS256' }, publicPem),
    ],
    ['that is not signed', 'ERR_JOSE_ALG_NOT_ALLOWED', unsigned],
    ['that is no token', 'ERR_JWT_INVALID', () => 'token'],
    ['that is empty', 'ERR_JWT_INVALID', () => ''],
  ])('%s is refused', async (_, reason, make) => {
    await expectRefused(await make())
    expect(warn.mock.calls).toEqual([[{ reason }, 'Logout token refused']])
    expect(await ended()).toEqual([])
  })

  test('is refused with an algorithm that the provider does not list, RS256 where it lists none', async () => {
    provider.algorithms = undefined
    await expectRefused(await signed())
    expect(await ended()).toEqual([])
  })

  test('works only once, also when it comes twice at the same moment or again while it is valid', async () => {
    // By the latest clock that is trusted.
    const token = await signed({ iat: seconds() + 30, exp: undefined })
    const answers = await Promise.all([send(token), send(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    sessions.again = await signIn(app, ana, { providerSid: 'sid-1' })
    clock.now = new Date(clock.now.getTime() + 660_500)
    await expectRefused(token)
    expect(await ended()).toEqual(['first'])
  })
})

test('only those that are refused count toward the limits of their network', async () => {
  await send(await signed()).expect(200)
  const counts = await db.select({ count: rateLimits.count }).from(rateLimits)
  // Of the network, and of the token itself.
  expect(counts.map(({ count }) => count).sort()).toEqual([0, 1])
})

describe('the keys', () => {
  test('are read once a minute, whatever tokens name', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    for (const kid of ['2', '3', '4', '5']) await expectRefused(await signed({}, { kid }, otherKey))
    expect([provider.discoveries, provider.keyRequests]).toEqual([1, 1])
    provider.keys = [{ ...publicJwk, kid: '2' }]
    vi.advanceTimersByTime(60_000)
    await send(await signed({}, { kid: '2' })).expect(200)
    expect([provider.discoveries, provider.keyRequests]).toEqual([2, 2])
  })

  test('may be missing while the provider is away; then the same token can be sent again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const token = await signed()
    await provider.stop()
    for (let n = 0; n < 3; n++) await expectRefused(token)
    expect(warn.mock.calls.filter(([, line]) => line === 'Identity provider discovery failed')).toHaveLength(
      1,
    )
    expect(await ended()).toEqual([])
    await provider.restart()
    vi.advanceTimersByTime(30_000)
    await send(token).expect(200)
    expect(await ended()).toEqual(['first'])
  })
})

test('the endpoint takes one form by POST, from any origin', async () => {
  await request(app)
    .post(path)
    .send({ logout_token: await signed() })
    .expect(400)
  await request(app).post(path).expect(400)
  await request(app)
    .post(path)
    .type('form')
    .send(`logout_token=a&logout_token=${await signed()}`)
    .expect(400)
  await send('x'.repeat(16 * 1024)).expect(413)
  await request(app).get(path).expect(405).expect('Allow', 'POST')
  expect(await ended()).toEqual([])
  await send(await signed())
    .set('Origin', 'https://other.test')
    .expect(200)
  expect(await ended()).toEqual(['first'])
})
