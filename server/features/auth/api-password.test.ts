import { compare } from 'bcrypt'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '@shared/schema'
import { createUser } from '../../test/factories'
import { createTestApp, signIn } from '../../test/test-app'

const { app, db } = await createTestApp()
const passwordOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]?.password

test('a password is stored as a hash, once; the user then says that there is one', async () => {
  const ana = await createUser(db)
  const client = await signIn(app, ana)
  expect((await client.get('/api/auth/user')).body.password).toBe(false)

  const { body } = await client.post('/api/auth/add-password').send({ password: 'secret' }).expect(201)
  expect(body).toMatchObject({ id: ana.id, password: true })
  const stored = await passwordOf(ana.id)
  expect(stored).toMatch(/^\$2b\$12\$/)
  expect(await compare('secret', stored!)).toBe(true)
  expect((await client.get('/api/auth/user')).body).toEqual(body)
  expect(JSON.stringify(body)).not.toContain(stored)

  const again = await client.post('/api/auth/add-password').send({ password: 'another' }).expect(409)
  expect(again.body).toEqual({ message: 'A password is already set' })
  expect(await passwordOf(ana.id)).toBe(stored)
})

test('one of two passwords that come at once is stored', async () => {
  const client = await signIn(app, await createUser(db))
  const add = (password: string) => client.post('/api/auth/add-password').send({ password })
  const answers = await Promise.all([add('first one'), add('second one')])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
})

test.each([
  ['absent', undefined, 'Password is required'],
  ['not text', 123456, 'Password is required'],
  ['under 6 characters', '12345', 'Password must be at least 6 characters long'],
  ['over 72 bytes', 'ü'.repeat(37), 'Password must be at most 72 bytes long'],
])('%s is refused', async (_, password, message) => {
  const ana = await createUser(db)
  const client = await signIn(app, ana)
  const { body } = await client.post('/api/auth/add-password').send({ password }).expect(400)
  expect(body.errors).toEqual([{ path: 'password', message }])
  expect(await passwordOf(ana.id)).toBeNull()
})
