import bcrypt from 'bcrypt'
import request from 'supertest'
import { describe, expect, test, vi } from 'vitest'
import { loginEndpoints } from '@shared/auth'
import { createUser } from '../../test/factories'
import { createLoginApp } from '../../test/login-app'
import { recordStatements } from '../../test/statements'
import { signIn } from '../../test/test-app'

const declared = loginEndpoints.endpoints['POST /api/auth/login']
const { proxied, address, login, createAna } = await createLoginApp()
const wrong = { message: 'Invalid email or password' }

describe('logging in', () => {
  test('a login with the password that was added gives a token that works', async () => {
    const ana = await createUser(proxied.db)
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
    const { email } = await createUser(proxied.db, { password: bcrypt.hashSync(password, 4) })
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
    expect(bcrypt.compare).not.toHaveBeenCalled()
  })
})

describe('who does not exist', () => {
  test('an unknown email gets the same answer after the same work: one comparison at the same cost', async () => {
    const withPassword = await createUser(proxied.db, { password: bcrypt.hashSync('another one', 12) })
    const withoutPassword = await createUser(proxied.db)
    const answers = []
    const statements = recordStatements(proxied.ctx.pool)
    for (const email of [withPassword.email, withoutPassword.email, 'nobody@example.com']) {
      vi.mocked(bcrypt.compare).mockClear()
      statements.clear()
      const { status, body, headers } = await login(email, 'the right one')
      const hashes = vi.mocked(bcrypt.compare).mock.calls.map(([, hash]) => hash.slice(0, 7))
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
    vi.mocked(bcrypt.compare).mockImplementation(async () => true)
    await login('nobody@example.com', 'whatever it is').expect(401, wrong)
    await login((await createUser(proxied.db)).email, 'whatever it is').expect(401, wrong)
    await login((await createAna()).email, 'x'.repeat(73)).expect(401, wrong)
  })
})
