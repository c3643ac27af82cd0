import { expect, test } from 'vitest'
import { users } from '@shared/schema'
import { createUser } from '../../test/factories'
import { location } from '../../test/browser'
import { createProviderApp, expectPage } from '../../test/provider-app'

const { provider, db, signIn, isSignedIn } = await createProviderApp()

test('e-mail and names may come from the user info', async () => {
  provider.userInfo = { email: 'ANA@example.com', given_name: 'Ana' }
  await signIn()
  expect(await db.select().from(users)).toMatchObject([
    { oidcIssuer: provider.origin, oidcSubject: 'sub-1', email: 'ana@example.com', firstName: 'Ana' },
  ])
})

test('later sign-ins refresh what the claims tell and keep the rest', async () => {
  provider.claims = { sub: 'sub-1', email: 'ana@example.com', given_name: 'Ana', family_name: 'Lima' }
  await signIn()
  provider.claims = {
    sub: 'sub-1',
    email: 'ana.lima@example.com',
    given_name: 'Anna',
    picture: 'https://a.test/b.png',
  }
  await signIn()
  expect(await db.select().from(users)).toMatchObject([
    {
      email: 'ana.lima@example.com',
      firstName: 'Anna',
      lastName: 'Lima',
      profileImageUrl: 'https://a.test/b.png',
    },
  ])
})

test('an e-mail that is not verified is not stored', async () => {
  provider.claims = { sub: 'sub-1', email: 'ana@example.com', email_verified: false }
  expect(location(await signIn())).toBe('/')
  expect(await db.select().from(users)).toMatchObject([{ email: null }])
})

test("someone else's e-mail is refused and never taken over", async () => {
  const ana = await createUser(db, { email: 'ana@example.com' })
  provider.claims = { sub: 'sub-2', email: 'Ana@Example.com', email_verified: true }
  expectPage(
    await signIn(),
    409,
    'This e-mail address belongs to another account',
    '/api/login?returnTo=%2F&amp;prompt=login',
  )
  expect(await isSignedIn()).toBe(false)
  expect(await db.select().from(users)).toEqual([ana])

  provider.claims = { sub: 'sub-2', email: 'ben@example.com' }
  await signIn()
  provider.claims = { sub: 'sub-2', email: 'ana@example.com' }
  expect((await signIn()).status).toBe(409)
  expect(await db.select({ email: users.email }).from(users).orderBy(users.email)).toEqual([
    { email: 'ana@example.com' },
    { email: 'ben@example.com' },
  ])
})

test('the same subject at another provider is someone else', async () => {
  await createUser(db, { oidcIssuer: 'https://other.test', oidcSubject: 'sub-1' })
  await signIn()
  expect(await db.$count(users)).toBe(2)
})
