import bcrypt, { compare } from 'bcrypt'
import { eq } from 'drizzle-orm'
import request from 'supertest'
import { describe, expect, test, vi } from 'vitest'
import { users } from '@shared/schema'
import { createUser } from '../../test/factories'
import type { Client, User } from '../../test/people'
import { createTestApp, signIn } from '../../test/test-app'
import { hashing } from './passwords'

const { app, db } = await createTestApp()
const passwordOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]?.password

test('a password is stored as a hash, once; the user then says that there is one', async () => {
  const ana = await createUser(db)
  const client = await signIn(app, ana)
  expect((await client.get('/api/auth/user')).body.password).toBe(false)

  const { body } = await client.post('/api/auth/add-password').send({ password: 'a secret' }).expect(201)
  expect(body).toMatchObject({ id: ana.id, password: true })
  const stored = await passwordOf(ana.id)
  expect(stored).toMatch(/^\$2b\$12\$/)
  expect(await compare('a secret', stored!)).toBe(true)
  expect((await client.get('/api/auth/user')).body).toEqual(body)
  expect(JSON.stringify(body)).not.toContain(stored)

  const again = await client.post('/api/auth/add-password').send({ password: 'another one' }).expect(409)
  expect(again.body).toEqual({ message: 'A password is already set' })
  expect(await passwordOf(ana.id)).toBe(stored)
})

test('without an email no password is added, since nobody could log in with it', async () => {
  const ana = await createUser(db, { email: null })
  const client = await signIn(app, ana)
  const { body } = await client.post('/api/auth/add-password').send({ password: 'a secret' }).expect(409)
  expect(body.message).toMatch(/^Your account has no verified email address/)
  expect(await passwordOf(ana.id)).toBeNull()
})

test('one of two passwords that come at once is stored', async () => {
  const client = await signIn(app, await createUser(db))
  const add = (password: string) => client.post('/api/auth/add-password').send({ password })
  const answers = await Promise.all([add('first one'), add('second one')])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
})

const tooCommon = 'This is one of the most common passwords. Please choose another one.'
test.each([
  ['absent', undefined, 'Password is required'],
  ['not text', 123456, 'Password is required'],
  ['under 6 characters', '12345', 'Password must be at least 6 characters long'],
  ['the commonest', '123456', tooCommon],
  ['a common one', '21081990', tooCommon],
  ['a common one in capitals', 'PassW0rd', tooCommon],
  ['over 72 bytes', 'ü'.repeat(37), 'Password must be at most 72 bytes long'],
])('%s is refused', async (_, password, message) => {
  const ana = await createUser(db)
  const client = await signIn(app, ana)
  const { body } = await client.post('/api/auth/add-password').send({ password }).expect(400)
  expect(body.errors).toEqual([{ path: 'password', message }])
  expect(await passwordOf(ana.id)).toBeNull()
})

describe('tokens', () => {
  const add = (client: Client, password: string) =>
    client.post('/api/auth/add-password').send({ password }).expect(201)
  const remove = (client: Client) => client.delete('/api/auth/password').expect(204)
  const clear = (user: User) => db.update(users).set({ password: null }).where(eq(users.id, user.id))
  const ask = (token: string) => request(app).get('/api/jwt/user').set('Authorization', `Bearer ${token}`)

  async function getToken(user: User, password: string): Promise<string> {
    const { email } = user
    const { body } = await request(app).post('/api/auth/login').send({ email, password }).expect(200)
    await ask(body.token).expect(200)
    return body.token
  }

  test.each<[string, (client: Client, user: User) => Promise<unknown>]>([
    ['is removed', (client) => remove(client)],
    ['is cleared with SQL', (_, user) => clear(user)],
    ['is removed and added again', async (client) => [await remove(client), await add(client, 'a secret')]],
    [
      'is cleared with SQL and added again',
      async (client, user) => [await clear(user), await add(client, 'a secret')],
    ],
  ])('end when the password %s', async (_, end) => {
    const ana = await createUser(db)
    const client = await signIn(app, ana)
    await add(client, 'a secret')
    const token = await getToken(ana, 'a secret')
    await end(client, ana)
    await ask(token).expect(401, { message: 'Unauthorized' })
  })

  test('of a password that was added anew work', async () => {
    const ana = await createUser(db)
    const client = await signIn(app, ana)
    await add(client, 'first one')
    await remove(client)
    await add(client, 'second one')
    await getToken(ana, 'second one')
    const { email } = ana
    await request(app).post('/api/auth/login').send({ email, password: 'first one' }).expect(401)
  })
})

test('a removed password is gone, for its owner alone; removing none is well too', async () => {
  const [ana, ben] = [await createUser(db, { password: 'hash' }), await createUser(db, { password: 'hash' })]
  const client = await signIn(app, ana)
  for (let again = 0; again < 2; again++) {
    await client.delete('/api/auth/password').expect(204)
    expect(await passwordOf(ana.id)).toBeNull()
  }
  expect((await client.get('/api/auth/user')).body.password).toBe(false)
  expect(await passwordOf(ben.id)).toBe('hash')
})

test('a password is set at most five times an hour', async () => {
  const client = await signIn(app, await createUser(db))
  const hash = vi.spyOn(bcrypt, 'hash').mockImplementation(() => Promise.resolve('a hash'))
  const add = () => client.post('/api/auth/add-password').send({ password: 'a secret' })
  for (let time = 0; time < 5; time++) {
    await add().expect(201)
    await client.delete('/api/auth/password').expect(204)
  }
  await add().expect(429)
  expect(hash).toHaveBeenCalledTimes(5)
  hash.mockRestore()
})

test('of 40 users at once those past a short queue are refused, and no more hash than at a time', async () => {
  // One each: a single user may not have so many requests under way.
  const clients = await Promise.all(Array.from({ length: 40 }, async () => signIn(app, await createUser(db))))
  let release = () => {}
  const allRefused = new Promise<void>((resolve) => (release = resolve))
  const hash = vi.spyOn(bcrypt, 'hash').mockImplementation(async () => {
    await allRefused
    return 'a hash'
  })
  const accepted = hashing.atOnce + hashing.waiting
  const statuses: number[] = []
  let hashedBefore = 0
  await Promise.all(
    clients.map(async (client) => {
      const { status } = await client.post('/api/auth/add-password').send({ password: 'a secret' })
      if (statuses.push(status) !== 40 - accepted) return
      hashedBefore = hash.mock.calls.length
      release()
    }),
  )
  expect(hashedBefore).toBe(hashing.atOnce)
  hash.mockRestore()
  const many = (status: number, length: number) => Array.from({ length }, () => status)
  expect(statuses.sort()).toEqual([...many(201, accepted), ...many(503, 40 - accepted)])
})
