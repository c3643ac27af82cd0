import { beforeEach, expect, test } from 'vitest'
import { sessions, users } from '@shared/schema'
import { location } from '../../test/browser'
import { createUser } from '../../test/factories'
import { createProviderApp, expectPage } from '../../test/provider-app'

const listed = await createProviderApp({ SIGN_UP: 'Ana@example.com, invited.test' })
const closed = await createProviderApp({ SIGN_UP: 'closed' })
const strict = await createProviderApp({ SIGN_UP: 'invited.test', OIDC_REQUIRE_VERIFIED_EMAIL: 'yes' })

type App = typeof listed
const member = { oidcSubject: 'member', email: 'member@other.test' }
const refused = 'New accounts are limited here'

async function expectRefused({ provider, signIn, isSignedIn, db }: App, claims: Record<string, unknown>) {
  provider.claims = { sub: 'sub-1', ...claims }
  expectPage(await signIn(), 403, refused, '/api/login?returnTo=%2F&amp;prompt=login')
  expect(await isSignedIn()).toBe(false)
  expect([await db.$count(users), await db.$count(sessions)]).toEqual([0, 0])
}

beforeEach(() => Promise.all([listed, closed, strict].map(({ db }) => db.delete(sessions))))

test.each([{ email: 'ANA@example.com' }, { email: 'ben@invited.test', email_verified: true }])(
  '%j is on the list and may sign up',
  async (claims) => {
    listed.provider.claims = { sub: 'sub-1', ...claims }
    expect(location(await listed.signIn())).toBe('/')
    expect(await listed.isSignedIn()).toBe(true)
  },
)

test.each([
  {},
  { email: 'ben@example.com' },
  { email: 'ana@example.com', email_verified: false },
  { email: 'ana@example.com', email_verified: 'FALSE' },
  { email: 'ana@invited.test.evil.test' },
  { email: 'ana@evil-invited.test' },
  { email: 'ana@sub.invited.test' },
  { email: 'ben@invited.test@evil.test' },
])('%j is not on the list, and creates nothing', (claims) => expectRefused(listed, claims))

test('closed means nobody new', () =>
  expectRefused(closed, { email: 'ana@example.com', email_verified: true }))

test('where emails have to be verified, one that nothing is said about is not on the list', async () => {
  await expectRefused(strict, { email: 'ben@invited.test' })
  strict.provider.claims = { sub: 'sub-1', email: 'ben@invited.test', email_verified: true }
  expect(location(await strict.signIn())).toBe('/')
})

test.each([
  ['closed', closed],
  ['a list', listed],
])("a user who has an account signs in with sign-up being %s, with today's names", async (_, app) => {
  await createUser(app.db, { ...member, oidcIssuer: app.provider.origin })
  app.provider.claims = { sub: member.oidcSubject, email: 'new@other.test', given_name: 'Mia' }
  expect(location(await app.signIn())).toBe('/')
  expect(await app.db.select().from(users)).toMatchObject([{ email: 'new@other.test', firstName: 'Mia' }])
})
