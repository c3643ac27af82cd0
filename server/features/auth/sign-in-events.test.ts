import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountEvents, users } from '@shared/schema'
import { createUser } from '../../test/factories'
import { createSignInApp } from '../../test/sign-in-app'

const { db, browser, signIn, me } = await createSignInApp()
const kinds = async () =>
  (await db.select().from(accountEvents).orderBy(accountEvents.createdAt)).map(({ kind }) => kind)

test('signing in and out is recorded for its user', async () => {
  await signIn()
  const { id } = await me()
  await browser.get('/api/logout')
  expect(await kinds()).toEqual(['sign-in', 'sign-out'])
  expect(await db.$count(accountEvents, eq(accountEvents.userId, id))).toBe(2)
})

test('signing out without a session is not', async () => {
  await browser.get('/api/logout')
  expect(await kinds()).toEqual([])
})

test("a sign-in that was refused because of someone else's email is recorded for that person", async () => {
  const ben = await createUser(db, { email: 'ana@example.com' })
  expect((await signIn()).status).toBe(409)
  expect(await db.select().from(accountEvents)).toMatchObject([{ userId: ben.id, kind: 'sign-in-refused' }])
  expect(await db.$count(users)).toBe(1)
})
