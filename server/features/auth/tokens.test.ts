import { createHmac, generateKeyPairSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import jwt from 'jsonwebtoken'
import request from 'supertest'
import { afterEach, describe, expect, test } from 'vitest'
import { users } from '@shared/schema'
import { createGoal, createUser } from '../../test/factories'
import { recordStatements } from '../../test/statements'
import { createTestApp, signIn, tokenOf, withToken } from '../../test/test-app'

let time = new Date('2026-03-01T12:00:00Z')
const { app, ctx, db } = await createTestApp({ now: () => time })
const ana = await createUser(db, { password: 'hash' })
const goal = await createGoal(db, ana.id)
afterEach(() => void (time = new Date('2026-03-01T12:00:00Z')))

const ask = (authorization: string, path = '/api/jwt/goals') =>
  request(app).get(path).set('Authorization', authorization)
const refused = { message: 'Unauthorized' }
const days = (count: number) => new Date(time.getTime() + count * 86_400_000)
const seconds = () => Math.floor(time.getTime() / 1000)

describe('a token', () => {
  test('opens the doors of /api/jwt, from anywhere, to the rows of its user, by the handlers of the cookie routes', async () => {
    const [client, asAna] = [
      (await withToken(app, ana)).set('Origin', 'https://elsewhere.test'),
      await signIn(app, ana),
    ]
    for (const path of ['goals', 'journal-entries']) {
      const { body } = await client.get(`/api/jwt/${path}`).expect(200)
      expect(body).toEqual((await asAna.get(`/api/${path}`).expect(200)).body)
    }
    expect((await client.get('/api/jwt/user').expect(200)).body).toEqual(
      (await asAna.get('/api/auth/user')).body,
    )
    await client.get('/api/jwt/goals?timeline=weekly').expect(400)

    const created = await client
      .post('/api/jwt/goals')
      .send({ title: 'Read', timeline: 'annual' })
      .expect(201)
    await asAna.get(`/api/goals/${created.body.id}`).expect(200, created.body)
    await client.post('/api/jwt/goals').send({ title: '' }).expect(400)
    const entry = await client.post('/api/jwt/journal-entries').send({ entryDate: '2026-03-01' }).expect(201)
    const again = await client.post('/api/jwt/journal-entries').send({ entryDate: '2026-03-01' }).expect(409)
    expect(again.body.id).toBe(entry.body.id)
  })

  test('opens nothing else, and a cookie does not open /api/jwt', async () => {
    const client = await withToken(app, ana)
    for (const path of ['auth/user', 'goals', `goals/${goal.id}`, 'journal-entries', 'reminder-settings'])
      await client.get(`/api/${path}`).expect(401, refused)
    for (const path of ['nothing', 'auth/user', `goals/${goal.id}/days`, 'reminder-settings'])
      await client.get(`/api/jwt/${path}`).expect(404, { message: 'Not found' })
    await client.delete('/api/jwt/account').expect(404)

    const asAna = await signIn(app, ana)
    for (const path of ['user', 'goals', 'journal-entries', 'nothing'])
      await asAna.get(`/api/jwt/${path}`).expect(401, refused).expect('WWW-Authenticate', 'Bearer')
  })

  test('costs two statements: no session is read, whatever cookie comes along', async () => {
    const statements = recordStatements(ctx.pool)
    const both = (await signIn(app, ana)).set('Authorization', `Bearer ${await tokenOf(app, ana)}`)
    statements.clear()
    await both.get('/api/jwt/goals').expect(200)
    expect(statements.all()).toHaveLength(2)
  })

  test('lasts seven days', async () => {
    const client = await withToken(app, ana)
    time = days(6.99)
    await client.get('/api/jwt/user').expect(200)
    time = days(0.02)
    await client.get('/api/jwt/user').expect(401, refused)
  })

  test('goes with its user', async () => {
    const ben = await createUser(db)
    const client = await withToken(app, ben)
    await client.get('/api/jwt/user').expect(200)
    await db.delete(users).where(eq(users.id, ben.id))
    for (const path of ['user', 'goals', 'journal-entries'])
      await client.get(`/api/jwt/${path}`).expect(401, refused)
    await client.post('/api/jwt/goals').send({ title: 'Read', timeline: 'annual' }).expect(401, refused)
  })

  test('may come with a scheme in any case', async () => {
    await ask(`bearer ${await tokenOf(app, ana)}`).expect(200)
  })
})

describe('forged', () => {
  const good = { issuer: ctx.env.appUrl, audience: 'lisa:api', subject: ana.id, expiresIn: 60 }
  const sign = (options: jwt.SignOptions, secret: jwt.Secret = ctx.secrets.jwt[0], claims: object = {}) =>
    jwt.sign({ iat: seconds(), ...claims }, secret, { ...good, ...options })
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: good.issuer, aud: good.audience, sub: ana.id, iat: seconds(), exp: seconds() + 60 }
  const handSigned = (payload: object) => {
    const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`
    return `${unsigned}.${createHmac('sha256', ctx.secrets.jwt[0]).update(unsigned).digest('base64url')}`
  }
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const valid = sign({})
  const [head, body, signature] = valid.split('.') as [string, string, string]

  test('the patterns of these forgeries are good tokens', async () => {
    for (const token of [valid, handSigned(claims)]) await ask(`Bearer ${token}`).expect(200)
  })

  test.each<object>([
    { sub: [ana.id] },
    { sub: { id: ana.id } },
    { sub: 7 },
    { ver: '0' },
    { ver: [0] },
    { ver: 1.5 },
    { ver: 1e20 },
    { ver: true },
    { ver: null },
  ])('signed rightly, with %j', async (odd) => {
    const token = handSigned({ ...claims, ...odd })
    await ask(`Bearer ${token}`).expect(401, refused)
  })

  test.each([
    ['signed with another secret', sign({}, 'another secret that is long enough')],
    ['signed with the secret of the sessions', sign({}, ctx.secrets.session[0])],
    ['signed with nothing', sign({}, ' ')],
    ["of the algorithm 'none'", jwt.sign(claims, '', { algorithm: 'none' })],
    ["of the algorithm 'None' with a signature", `${encode({ alg: 'None' })}.${encode(claims)}.${signature}`],
    ['of HS512', sign({ algorithm: 'HS512' })],
    ['of HS384', sign({ algorithm: 'HS384' })],
    ['of RS256', sign({ algorithm: 'RS256' }, privateKey)],
    [
      'that brings its own key',
      `${encode({ alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) })}.${encode(claims)}.${signature}`,
    ],
    ['for another audience', sign({ audience: 'lisa:sign-in' })],
    ['by another issuer', sign({ issuer: 'https://evil.test' })],
    ['without an audience', jwt.sign({ iss: good.issuer, sub: ana.id }, ctx.secrets.jwt[0])],
    ['without a subject', jwt.sign({ iss: good.issuer, aud: good.audience }, ctx.secrets.jwt[0])],
    ['expired', sign({ expiresIn: -1 })],
    ['not valid yet', sign({ notBefore: 60 })],
    [
      'without an end, and old',
      jwt.sign(
        { iss: claims.iss, aud: claims.aud, sub: ana.id, iat: seconds() - 604_801 },
        ctx.secrets.jwt[0],
      ),
    ],
    [
      'whose user has been changed',
      `${head}.${encode({ ...claims, sub: crypto.randomUUID() })}.${signature}`,
    ],
    [
      'whose signature has been changed',
      `${head}.${body}.${signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
    ],
    ['without its signature', `${head}.${body}.`],
    [
      'signed again by hand with an empty key',
      `${head}.${body}.${createHmac('sha256', '').update(`${head}.${body}`).digest('base64url')}`,
    ],
    ['that is no JSON', `${encode('x')}.${encode('y')}.${signature}`],
    ['that is a mere word', 'token'],
    ['that is empty', ''],
  ])('a token %s is refused', async (_, token) => {
    await ask(`Bearer ${token}`).expect(401, refused).expect('WWW-Authenticate', 'Bearer')
  })

  test('a token of a user id that is none is refused, not an error', async () => {
    for (const subject of ['1', "' or true --", 'x'.repeat(300)])
      await ask(`Bearer ${sign({ subject })}`).expect(401, refused)
  })

  test('a token in another place than the header opens nothing', async () => {
    await ask(`Basic ${valid}`).expect(401, refused)
    await ask(valid).expect(401, refused)
    await ask(`Bearer ${valid}, Bearer ${valid}`).expect(401, refused)
    await request(app).get(`/api/jwt/goals?access_token=${valid}`).expect(401, refused)
    await request(app)
      .get('/api/jwt/goals')
      .set('Cookie', `token=${valid}; lisa.sid=${valid}`)
      .expect(401, refused)
    await request(app).post('/api/jwt/goals').send({ access_token: valid }).expect(401, refused)
  })
})
