import { beforeEach, expect, test, vi } from 'vitest'
import { users } from '@shared/schema'
import { createLog } from '../../log'
import { type Answer, type Browser, createBrowser } from '../../test/browser'
import { createUser } from '../../test/factories'
import { createFakeProvider } from '../../test/fake-provider'
import { serve } from '../../test/serve'
import { createTestApp } from '../../test/test-app'
import { createOidc } from './oidc'

const appUrl = 'http://lisa.test'
const provider = await createFakeProvider()
const server = await serve()
const log = createLog('silent')
const warn = vi.spyOn(log, 'warn')
let time = new Date()
let oidc: ReturnType<typeof createOidc>
const { app, db } = await createTestApp({
  settings: { APP_URL: appUrl },
  now: () => time,
  oidc: {
    newChecks: () => oidc.newChecks(),
    authorizationUrl: (...args) => oidc.authorizationUrl(...args),
    signedIn: (...args) => oidc.signedIn(...args),
    endSessionUrl: (hint) => oidc.endSessionUrl(hint),
  },
})
server.handle(app)
let browser: Browser

beforeEach(async () => {
  vi.useRealTimers()
  await db.delete(users)
  warn.mockClear()
  time = new Date()
  browser = createBrowser(appUrl, { via: server.origin })
  Object.assign(provider, {
    claims: { sub: 'sub-1' },
    userInfo: {},
    refusal: undefined,
    secretIn: 'header',
    tokenAnswer: undefined,
    nonce: undefined,
    hangs: false,
    discoveries: 0,
  })
  oidc = createOidc({
    issuerUrl: provider.origin,
    clientId: 'lisa',
    clientSecret: 'a secret & more',
    scopes: 'openid email profile',
    redirectUri: `${appUrl}/api/callback`,
    log,
  })
})

/** The address at which the provider sends the browser back. */
const begin = async (path = '/api/login') =>
  (await browser.follow(await browser.get(path), `${appUrl}/api/callback`)).url
const signIn = async () => browser.get(await begin())
const location = (answer: Answer) => answer.headers.get('location')
const isSignedIn = async () => (await browser.get('/api/auth/user')).status === 200

function expectPage(answer: Answer, status: number, heading: string, link: string) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action/,
  )
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.text).toContain(`<h1>${heading}</h1>`)
  expect(answer.text).toContain(`href="${link}"`)
}
const expectUnavailable = (answer: Answer, link = '/api/login?returnTo=%2F') => {
  expectPage(answer, 503, 'Sign-in is not available right now', link)
  expect(answer.headers.get('retry-after')).toBe('30')
}
const expectExpired = (answer: Answer, link = '/api/login?returnTo=%2F') =>
  expectPage(answer, 400, 'This sign-in has expired', link)

test('an outage costs few tries, ever fewer, and sign-in recovers by itself', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  await provider.stop()
  expectUnavailable(await browser.get('/api/login?returnTo=/goals'), '/api/login?returnTo=%2Fgoals')
  for (let i = 0; i < 20; i++) expectUnavailable(await browser.get('/api/login'))
  expect(warn.mock.calls).toEqual([
    [{ reason: expect.stringContaining('ECONNREFUSED') }, 'Identity provider discovery failed'],
  ])
  expect((await browser.get('/api/auth/user')).status).toBe(401)

  const tries: number[] = []
  for (let seconds = 0.5; seconds <= 100; seconds += 0.5) {
    vi.advanceTimersByTime(500)
    warn.mockClear()
    await browser.get('/api/login')
    if (warn.mock.calls.length) tries.push(seconds)
  }
  expect(tries).toEqual([0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 61.5, 91.5])

  await provider.restart()
  vi.advanceTimersByTime(30_000)
  expect(location(await signIn())).toBe('/')
  expect(await isSignedIn()).toBe(true)
  expect(provider.discoveries).toBe(1)
})

test('a provider that goes away later is noticed within a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  await signIn()
  vi.advanceTimersByTime(59_000)
  await begin()
  expect(provider.discoveries).toBe(1)
  await provider.stop()
  vi.advanceTimersByTime(1_000)
  expectUnavailable(await browser.get('/api/login'))
  await provider.restart()
})

test(
  'a provider that hangs is given up after five seconds, for everybody at once',
  { timeout: 30_000 },
  async () => {
    provider.hangs = true
    const answers = await Promise.all([
      browser.get('/api/login'),
      browser.get('/api/login'),
      browser.get('/api/login'),
    ])
    answers.forEach((answer) => expectUnavailable(answer))
    expect(warn).toHaveBeenCalledTimes(1)
  },
)

test('a provider that goes away in the middle is not available, and the page leads back', async () => {
  const callback = await begin('/api/login?returnTo=/goals')
  await provider.stop()
  expectUnavailable(await browser.get(callback), '/api/login?returnTo=%2Fgoals')
  await provider.restart()
})

test('signing out works while the provider is down', async () => {
  await signIn()
  oidc = createOidc({
    issuerUrl: 'http://127.0.0.1:1',
    clientId: 'lisa',
    clientSecret: 's',
    scopes: 'openid',
    redirectUri: `${appUrl}/api/callback`,
    log,
  })
  expect(location(await browser.get('/api/logout'))).toBe('/')
  expect(await isSignedIn()).toBe(false)
})

test('signing out passes on who leaves and where to', async () => {
  await signIn()
  const url = new URL(location(await browser.get('/api/logout')) ?? '')
  expect(url.origin + url.pathname).toBe(`${provider.origin}/end`)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    post_logout_redirect_uri: `${appUrl}/`,
    id_token_hint: expect.stringContaining('.'),
  })
})

test('the authorization request carries what protects the answer', async () => {
  const url = new URL(location(await browser.get('/api/login')) ?? '')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${appUrl}/api/callback`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('someone who cancels is back on the first page', async () => {
  provider.refusal = 'access_denied'
  expect(location(await signIn())).toBe('/')
  expect(await isSignedIn()).toBe(false)
})

test.each(['server_error', 'temporarily_unavailable', 'invalid_scope'])(
  'the refusal %s means not available',
  async (refusal) => {
    provider.refusal = refusal
    expectUnavailable(await signIn())
  },
)

test.each([
  '/api/callback',
  '/api/callback?code=1',
  '/api/callback?code=1&state=forged',
  '/api/callback?state=a&state=b',
  '/api/callback?state=__proto__',
])('%s belongs to no sign-in', async (path) => expectExpired(await browser.get(path)))

test('the state of another browser is worth nothing', async () => {
  const callback = await begin()
  browser = createBrowser(appUrl, { via: server.origin })
  expectExpired(await browser.get(callback))
})

test('a state works once', async () => {
  const callback = await begin()
  const kept = new Map(browser.cookies)
  expect(location(await browser.get(callback))).toBe('/')
  expectExpired(await browser.get(callback))
  // Even with the cookie put back: the provider takes a code once.
  kept.forEach((cookie, key) => browser.cookies.set(key, cookie))
  expectExpired(await browser.get(callback))
})

test('a sign-in has fifteen minutes', async () => {
  const [early, late] = [await begin('/api/login?returnTo=/goals'), await begin()]
  time = new Date(time.getTime() + 14 * 60_000)
  expect(location(await browser.get(early))).toBe('/goals')
  time = new Date(time.getTime() + 2 * 60_000)
  expectExpired(await browser.get(late))
})

test('a tampered sign-in is none', async () => {
  const callback = await begin()
  const pending = [...browser.cookies.values()].find(({ name }) => name.startsWith('lisa.signin.'))
  if (!pending) throw new Error('There is no pending sign-in')
  const [header, , signature] = pending.value.split('.')
  pending.value = [
    header,
    Buffer.from('{"returnTo":"https://evil.test"}').toString('base64url'),
    signature,
  ].join('.')
  expectExpired(await browser.get(callback))
})

test('an answer with a foreign nonce is refused', async () => {
  provider.nonce = 'another'
  expectExpired(await signIn())
  expect(await db.$count(users)).toBe(0)
})

test.each([
  [400, { error: 'invalid_request', error_description: 'about ana@example.com' }],
  [500, 'oops'],
  [200, { access_token: 'a', token_type: 'Bearer' }],
])('a token answer %i %j ends in a page, and the log tells no secret', async (status, body) => {
  provider.tokenAnswer = { status, body }
  const answer = await signIn()
  expect([400, 503]).toContain(answer.status)
  expect(answer.text).toContain('href="/api/login?returnTo=%2F"')
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/ana@example|code=|ey[JK]/)
})

test('the secret is sent the way the provider takes it', async () => {
  provider.secretIn = 'body'
  expect(location(await signIn())).toBe('/')
  expect(location(await signIn())).toBe('/')
})

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
