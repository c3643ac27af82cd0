import { expect, test } from 'vitest'
import { users } from '@shared/schema'
import { createUser } from '../../test/factories'
import { location } from '../../test/browser'
import { createProviderApp, expectPage } from '../../test/provider-app'

const { provider, db, signIn, isSignedIn } = await createProviderApp()

test('email and names may come from the user info', async () => {
  provider.userInfo = { email: 'ANA@example.com', given_name: 'Ana' }
  await signIn()
  expect(await db.select().from(users)).toMatchObject([
    { oidcIssuer: provider.origin, oidcSubject: 'sub-1', email: 'ana@example.com', firstName: 'Ana' },
  ])
})

test('user info is asked for what the ID token leaves out', async () => {
  provider.claims = { sub: 'sub-1', email: 'ana@example.com', name: 'Ana Maria Silva' }
  provider.userInfo = {
    name: 'Ana Maria Silva',
    given_name: 'Ana Maria',
    family_name: 'Silva',
    picture: 'https://a.test/b.png',
  }
  await signIn()
  expect(await db.select().from(users)).toMatchObject([
    {
      email: 'ana@example.com',
      firstName: 'Ana Maria',
      lastName: 'Silva',
      profileImageUrl: 'https://a.test/b.png',
    },
  ])
})

test('an email in the ID token is not stored when user info says that it is not verified', async () => {
  provider.claims = { sub: 'sub-1', email: 'ana@example.com' }
  provider.userInfo = { email_verified: false }
  expect(location(await signIn())).toBe('/')
  expect(await db.select().from(users)).toMatchObject([{ email: null }])
})

test('the verification of one email does not hold for another', async () => {
  provider.claims = { sub: 'sub-1', email: 'ben@example.com' }
  provider.userInfo = { email: 'ana@example.com', email_verified: true }
  await signIn()
  expect(await db.select().from(users)).toMatchObject([{ email: 'ana@example.com' }])
})

test('an ID token that tells everything is believed, and user info is not asked', async () => {
  provider.claims = {
    sub: 'sub-1',
    email: 'ana@example.com',
    email_verified: true,
    given_name: 'Ana',
    picture: 'https://a.test/b.png',
  }
  provider.userInfo = { email: 'ben@example.com', email_verified: false }
  await signIn()
  expect(provider.userInfoRequests).toBe(0)
  expect(await db.select().from(users)).toMatchObject([{ email: 'ana@example.com' }])
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

test('an email that is not verified is not stored', async () => {
  provider.claims = { sub: 'sub-1', email: 'ana@example.com', email_verified: false }
  expect(location(await signIn())).toBe('/')
  expect(await db.select().from(users)).toMatchObject([{ email: null }])
})

test("someone else's email is refused and never taken over", async () => {
  const ana = await createUser(db, { email: 'ana@example.com' })
  provider.claims = { sub: 'sub-2', email: 'Ana@Example.com', email_verified: true }
  expectPage(
    await signIn(),
    409,
    'This email address belongs to another account',
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

test.each([7, '', 'x'.repeat(301), 'a\0'])(
  'a session at the provider that is called %j does not matter',
  async (sid) => {
    provider.claims = { sub: 'sub-1', email: 'ana@example.com', email_verified: true, sid }
    await signIn()
    expect(await isSignedIn()).toBe(true)
  },
)
