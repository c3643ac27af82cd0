import bcrypt from 'bcrypt'
import request from 'supertest'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loginEndpoints } from '@shared/auth'
import { createApp } from '../../http/app'
import { createUser } from '../../test/factories'
import { recordStatements } from '../../test/statements'
import { createTestApp, signIn } from '../../test/test-app'

const declared = loginEndpoints.endpoints['POST /api/auth/login']
const start = new Date('2026-03-01T12:00:00Z')
let time = start
const now = () => time
const direct = await createTestApp({ now })
const proxied = await createTestApp({ now, settings: { TRUST_PROXY: '1' } })
const { db } = proxied
const wrong = { message: 'Invalid email or password' }
const cheapHash = bcrypt.hashSync('the right one', 4)

let compare = vi.spyOn(bcrypt, 'compare')
let count = 0
beforeEach(() => {
  compare = vi.spyOn(bcrypt, 'compare')
  count += 256
})
afterEach(() => {
  time = start
  vi.restoreAllMocks()
})

/** An address that no other test has tried from. */
const address = (n: number) => `10.0.${(count + n) >> 8}.${(count + n) & 255}`
const login = (email: unknown, password: unknown, from = address(0), app = proxied.app) =>
  request(app).post('/api/auth/login').set('X-Forwarded-For', from).send({ email, password })
const createAna = () => createUser(db, { password: cheapHash })

describe('logging in', () => {
  test('a login with the password that was added gives a token that works', async () => {
    const ana = await createUser(db)
    const asAna = await signIn(proxied.app, ana)
    await asAna.post('/api/auth/add-password').send({ password: 'sécret 🌿' }).expect(201)
    const { body } = await login(` ${ana.email!.toUpperCase()} `, 'sécret 🌿').expect(200)
    expect(declared.answers[200].schema.parse(body)).toMatchObject({
      tokenType: 'Bearer',
      expiresIn: 604_800,
      user: { id: ana.id },
    })
    const { body: user } = await request(proxied.app)
      .get('/api/jwt/user')
      .set('Authorization', `Bearer ${body.token}`)
      .expect(200)
    expect(user).toEqual(body.user)
  })

  test('takes no cookie, gives none, and may be done from anywhere', async () => {
    const ana = await createAna()
    const { headers } = await login(ana.email, 'the right one').set('Origin', 'https://evil.test').expect(200)
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers['cache-control']).toBe('no-store')
  })

  test.each([
    ['a wrong password', 'the wrong one'],
    ['one with more behind it', 'the right one '],
    ['one with more behind a U+0000', 'the right one\u0000x'],
    ['a short one', 'x'],
  ])('a login with %s is refused', async (_, password) => {
    await login((await createAna()).email, password).expect(401, wrong)
  })

  test('a login with the first 72 bytes of a long password is refused: bcrypt would not see the rest', async () => {
    const password = 'x'.repeat(72)
    const { email } = await createUser(db, { password: bcrypt.hashSync(password, 4) })
    await login(email, password).expect(200)
    await login(email, `${password}y`).expect(401, wrong)
  })

  test.each([
    ['email', {}],
    ['email', { email: 7, password: 'secret' }],
    ['email', { email: null, password: 'secret' }],
    ['email', { email: 'a\u0000@example.com', password: 'secret' }],
    ['password', { email: 'ana@example.com' }],
    ['password', { email: 'ana@example.com', password: 9 }],
    ['password', { email: 'ana@example.com', password: '' }],
  ])('a login without a usable %s is 400', async (path, sent) => {
    const posted = request(proxied.app).post('/api/auth/login').set('X-Forwarded-For', address(0))
    const { body } = await posted.send(sent).expect(400)
    expect(body.errors[0]).toEqual({ path, message: expect.any(String) })
    expect(compare).not.toHaveBeenCalled()
  })
})

describe('who does not exist', () => {
  test('an unknown email gets the same answer after the same work: one comparison at the same cost', async () => {
    const withPassword = await createUser(db, { password: bcrypt.hashSync('another one', 12) })
    const withoutPassword = await createUser(db)
    const answers = []
    const statements = recordStatements(proxied.ctx.pool)
    for (const email of [withPassword.email, withoutPassword.email, 'nobody@example.com']) {
      compare.mockClear()
      statements.clear()
      const { status, body, headers } = await login(email, 'the right one')
      const hashes = compare.mock.calls.map(([, hash]) => hash.slice(0, 7))
      answers.push({
        status,
        body,
        hashes,
        statements: statements.all().length,
        type: headers['content-type'],
      })
    }
    expect(answers[0]).toMatchObject({ status: 401, body: wrong, hashes: ['$2b$12$'] })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test('an unknown email does not get in with the password of the dummy hash', async () => {
    compare.mockImplementation(async () => true)
    await login('nobody@example.com', 'whatever it is').expect(401, wrong)
    await login((await createUser(db)).email, 'whatever it is').expect(401, wrong)
    await login((await createAna()).email, 'x'.repeat(73)).expect(401, wrong)
  })
})

describe('guessing', () => {
  beforeEach(() => void compare.mockImplementation(async (password) => password === 'the right one'))
  const { limit: tries, windowSeconds: seconds } = declared.limit
  const afterwards = (answer: request.Response) => {
    expect(answer.status).toBe(429)
    expect(answer.body).toEqual({ message: expect.stringMatching(/\w/) })
    const retryAfter = Number(answer.headers['retry-after'])
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(seconds)
    return retryAfter
  }

  test('from one address ends after ten tries, whoever is tried; it may go on when Retry-After says so', async () => {
    const ana = await createAna()
    for (let n = 0; n < tries; n++) await login(`user-${count}-${n}@example.com`, 'guess').expect(401)
    compare.mockClear()
    const retryAfter = afterwards(await login(ana.email, 'the right one'))
    expect(compare).not.toHaveBeenCalled()
    await login(ana.email, 'the right one', address(1)).expect(200)
    time = new Date(time.getTime() + retryAfter * 1000)
    await login(ana.email, 'the right one').expect(200)
  })

  test('one email from many addresses ends after ten tries, however it is written', async () => {
    const { email } = await createAna()
    const spelled = [email, email!.toUpperCase(), ` ${email}`]
    for (let n = 0; n < tries; n++) await login(spelled[n % 3], 'guess', address(n)).expect(401)
    afterwards(await login(email, 'the right one', address(tries)))
    time = new Date(time.getTime() + seconds * 1000)
    await login(email, 'the right one', address(tries + 1)).expect(200)
  })

  test('an email that nobody has is counted like any other', async () => {
    for (let n = 0; n < tries; n++) await login(`none-${count}@example.com`, 'guess', address(n)).expect(401)
    afterwards(await login(`none-${count}@example.com`, 'guess', address(tries)))
  })

  test('many logins at once get no more tries', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 * tries }, (_, n) => login(`user-${count}-${n}@example.com`, 'guess')),
    )
    // Those that the short queue for hashing refuses have used up a try as well.
    expect(answers.filter(({ status }) => status === 401 || status === 503)).toHaveLength(tries)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2 * tries)
  })

  test('through two instances gets no more tries', async () => {
    const other = createApp(proxied.ctx)
    for (let n = 0; n < tries; n++)
      await login(`user-${count}-${n}@example.com`, 'guess', address(0), n % 2 ? other : proxied.app).expect(
        401,
      )
    afterwards(await login('ana@example.com', 'guess', address(0), other))
    afterwards(await login('ana@example.com', 'guess', address(0)))
  })

  test('without a proxy that is trusted, X-Forwarded-For changes nothing', async () => {
    for (let n = 0; n < tries; n++)
      await login(`user-${count}-${n}@example.com`, 'guess', address(n), direct.app).expect(401)
    afterwards(await login('ana@example.com', 'guess', address(tries), direct.app))
  })

  test('behind one proxy only the address that the proxy added counts, not those that the caller made up', async () => {
    for (let n = 0; n < tries; n++)
      await login(`user-${count}-${n}@example.com`, 'guess', `192.0.2.${n}, ${address(0)}`).expect(401)
    afterwards(await login('ana@example.com', 'guess', `192.0.2.99, ${address(0)}`))
  })

  test('from the many addresses of one IPv6 network counts as from one', async () => {
    const network = `2001:db8:${count.toString(16)}`
    for (let n = 0; n < tries; n++)
      await login(`user-${count}-${n}@example.com`, 'guess', `${network}::${n.toString(16)}`).expect(401)
    afterwards(await login('ana@example.com', 'guess', `${network}:0:1:2:3:4`))
    await login('ana@example.com', 'guess', `${network}:1::1`).expect(401)
  })
})
