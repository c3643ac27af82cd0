import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sessions, users } from '@shared/schema'
import { createIdentityProvider } from '../../local/identity-provider'
import { createLog } from '../../log'
import { type Answer, type Browser, createBrowser } from '../../test/browser'
import { serve } from '../../test/serve'
import { createTestApp } from '../../test/test-app'
import { createOidc } from './oidc'

// Nothing of this is faked: the server, the development identity provider and their talk over HTTP are the real ones.
// The app goes by an address that does not resolve, behind a proxy that ends TLS.
const appUrl = 'https://lisa.test'
const callback = `${appUrl}/api/callback`
const server = await serve()
const client = { clientId: 'lisa', clientSecret: randomBytes(32).toString('base64url') }
const createProvider = () =>
  createIdentityProvider({
    issuer: `${appUrl}/dev-idp`,
    ...client,
    redirectUri: callback,
    postLogoutRedirectUri: `${appUrl}/`,
  })
let provider = await createProvider()
const log = createLog('silent')
const { app, db } = await createTestApp({
  settings: { APP_URL: appUrl, TRUST_PROXY: '1' },
  log,
  identityProvider: (req, res, next) => provider(req, res, next),
  oidc: createOidc({
    issuerUrl: `${appUrl}/dev-idp`,
    ...client,
    scopes: 'openid email profile',
    redirectUri: callback,
    log,
    internalOrigin: server.origin,
  }),
})
server.handle(app)

const ana = { email: 'Ana@Example.com', firstName: 'Ana', lastName: 'Lima' }
let browser: Browser

beforeEach(async () => {
  await db.delete(users)
  browser = newBrowser()
})

const newBrowser = () =>
  createBrowser(appUrl, { via: server.origin, headers: { 'x-forwarded-proto': 'https' } })
const loginPage = async (path = '/api/login', headers = {}) =>
  browser.follow(await browser.get(path, headers))
const location = (answer: Answer) => answer.headers.get('location')

/** The answer of the callback. */
async function signIn(person: Record<string, string> = ana, page?: Answer): Promise<Answer> {
  const { url } = await browser.follow(await browser.submit(page ?? (await loginPage()), person), callback)
  return browser.get(url)
}

const me = async () => {
  const answer = await browser.get('/api/auth/user')
  return answer.status === 200 ? JSON.parse(answer.text) : answer.status
}

describe('signing in', () => {
  test('creates the user and comes back signed in', async () => {
    const answer = await signIn()
    expect(location(answer)).toBe('/')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await me()).toMatchObject({
      email: 'ana@example.com',
      firstName: 'Ana',
      lastName: 'Lima',
      password: false,
    })
    expect(await db.select().from(users)).toMatchObject([
      {
        oidcIssuer: `${appUrl}/dev-idp`,
        oidcSubject: expect.stringMatching(/^dev-[0-9a-f]{32}$/),
        reminderTime: '19:00:00',
      },
    ])
  })

  test('signing in again is the same user with the names of today', async () => {
    await signIn()
    const { id } = await me()
    browser = newBrowser()
    await signIn({ email: 'ANA@example.com', firstName: 'Anna', lastName: '' })
    expect(await me()).toMatchObject({ id, firstName: 'Anna', lastName: 'Lima' })
  })

  test('gives a cookie that scripts and other sites do not get, and keeps no more than is needed', async () => {
    await signIn()
    expect(browser.cookie('lisa.sid')?.line).toMatch(
      /; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    )
    const [row] = await db.select().from(sessions)
    expect(row?.sess).toEqual({
      cookie: expect.anything(),
      passport: { user: expect.any(String) },
      idToken: expect.any(String),
      renewedAt: expect.any(Number),
    })
    const days = ((row?.expire.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 2)
    expect([...browser.cookies.values()].filter(({ name }) => name.startsWith('lisa.signin'))).toEqual([])
  })

  test('gives the session a new id, and the old one is worth nothing', async () => {
    await signIn()
    const before = browser.cookie('lisa.sid')
    const answer = await browser.follow(await browser.get('/api/login'), callback)
    await browser.get(answer.url)
    expect(browser.cookie('lisa.sid')?.value).not.toBe(before?.value)
    expect(await me()).toMatchObject({ firstName: 'Ana' })
    expect(await db.$count(sessions)).toBe(1)
    const thief = newBrowser()
    expect((await thief.get('/api/auth/user', { cookie: `lisa.sid=${before?.value}` })).status).toBe(401)
  })

  test('signing in many times at once for the first time makes one user', async () => {
    const tabs = Array.from({ length: 4 }, () => newBrowser())
    const callbacks = await Promise.all(
      tabs.map(async (tab) =>
        tab.follow(await tab.submit(await tab.follow(await tab.get('/api/login')), ana), callback),
      ),
    )
    const answers = await Promise.all(callbacks.map(({ url }, i) => tabs[i]?.get(url)))
    expect(answers.map((answer) => answer?.status)).toEqual([302, 302, 302, 302])
    expect(await db.$count(users)).toBe(1)
  })

  test('works in two tabs begun at the same moment', async () => {
    const [one, two] = await Promise.all([
      loginPage('/api/login?returnTo=/goals'),
      loginPage('/api/login?returnTo=/journal'),
    ])
    expect(location(await signIn(ana, one))).toBe('/goals')
    expect(location(await signIn(ana, two))).toBe('/journal')
    expect(await me()).toMatchObject({ firstName: 'Ana' })
  })

  test('keeps five unfinished sign-ins and forgets the oldest', async () => {
    const pages: Answer[] = []
    for (let i = 0; i < 6; i++) pages.push(await loginPage(`/api/login?returnTo=/goals/edit/${i}`))
    expect((await signIn(ana, pages[0])).status).toBe(400)
    expect(location(await signIn(ana, pages[1]))).toBe('/goals/edit/1')
  })

  test('can be cancelled', async () => {
    const answer = await browser.follow(await browser.submit(await loginPage(), { cancel: 'yes' }), callback)
    expect(location(await browser.get(answer.url))).toBe('/')
    expect(await me()).toBe(401)
  })

  test('is not begun by looking', async () => {
    for (const path of ['/api/login', '/api/callback', '/api/logout']) {
      const answer = await browser.head(path)
      expect([answer.status, location(answer), answer.headers.get('set-cookie')]).toEqual([200, null, null])
    }
  })
})

test('requests that arrive as http though the app is https are warned of once', async () => {
  const warn = vi.spyOn(log, 'warn')
  const plain = createBrowser(appUrl, { via: server.origin })
  await plain.get('/api/login')
  await plain.get('/api/login')
  expect(warn.mock.calls).toEqual([[expect.stringContaining('TRUST_PROXY')]])
  warn.mockRestore()
})

describe('coming back', () => {
  test.each([
    ['/api/login?returnTo=/journal/new', {}, '/journal/new'],
    ['/api/login?returnTo=%2Fgoals%3Ftimeline%3Dannual%23top', {}, '/goals?timeline=annual#top'],
    ['/api/login', { referer: `${appUrl}/journal/edit/7?a=b` }, '/journal/edit/7?a=b'],
    ['/api/login?returnTo=/goals', { referer: `${appUrl}/progress` }, '/goals'],
    ['/api/login', { referer: 'https://evil.test/goals' }, '/'],
    ['/api/login', { referer: `${appUrl}/api/callback?code=1` }, '/'],
    ['/api/login?returnTo=https://evil.test', {}, '/'],
    ['/api/login?returnTo=//evil.test', {}, '/'],
    ['/api/login?returnTo=/%5Cevil.test', {}, '/'],
    ['/api/login?returnTo=/x/..//evil.test', {}, '/'],
    ['/api/login?returnTo=/api/logout', {}, '/'],
    ['/api/login?returnTo=/goals&returnTo=/journal', {}, '/'],
  ])('a sign-in from %s %j leads to %s', async (path, headers, place) => {
    expect(location(await signIn(ana, await loginPage(path, headers)))).toBe(place)
  })
})

describe('signing out', () => {
  test('ends the session here and there, and lands on the first page', async () => {
    await signIn()
    const sid = browser.cookie('lisa.sid')?.value
    const answer = await browser.get('/api/logout')
    expect(answer.headers.get('clear-site-data')).toBe('"storage"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(browser.cookie('lisa.sid')).toBeUndefined()
    expect(await db.$count(sessions)).toBe(0)
    const thief = newBrowser()
    expect((await thief.get('/api/auth/user', { cookie: `lisa.sid=${sid}` })).status).toBe(401)

    const goodbye = await browser.follow(answer)
    expect(goodbye.text).toContain('document.forms[0].submit()')
    expect(location(await browser.submit(goodbye))).toBe(`${appUrl}/`)
    expect((await loginPage()).text).toContain('<title>Sign in to Lisa (development)</title>')
  })

  test('works after the provider forgot everything in a restart', async () => {
    await signIn()
    provider = await createProvider()
    const goodbye = await browser.follow(await browser.get('/api/logout'))
    expect(location(await browser.submit(goodbye))).toBe(`${appUrl}/`)
    expect(await me()).toBe(401)
  })

  test('works without being signed in', async () => {
    const answer = await browser.get('/api/logout')
    expect([answer.status, location(answer), answer.headers.get('clear-site-data')]).toEqual([
      302,
      '/',
      '"storage"',
    ])
  })

  test('asks first when another site sent the browser', async () => {
    await signIn()
    const answer = await browser.get('/api/logout', { 'sec-fetch-site': 'cross-site' })
    expect(answer.text).toContain('href="/api/logout"')
    expect(answer.headers.get('clear-site-data')).toBeNull()
    expect(await me()).toMatchObject({ firstName: 'Ana' })
  })
})

describe("the provider's page", () => {
  test('says what it is, and keeps what was typed when the address is none', async () => {
    const page = await loginPage()
    expect(page.text).toContain('anyone who reaches this page can sign in as anyone')
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const again = await browser.submit(page, { email: 'ana"at', firstName: '<b>Ana', lastName: '' })
    expect(again.status).toBe(400)
    expect(again.text).toContain('Please enter an e-mail address, for example ana@example.com.')
    expect(again.text).toContain('value="ana&quot;at"')
    expect(again.text).toContain('value="&lt;b&gt;Ana"')
    expect(location(await signIn(ana, again))).toBe('/')
  })

  test('a page that was used up says so and offers a new start', async () => {
    const page = await loginPage()
    await signIn(ana, page)
    const again = await browser.submit(page, ana)
    expect(again.status).toBe(400)
    expect(again.text).toContain('Start again')
  })

  test('lets someone else sign in when asked to', async () => {
    await signIn()
    const handOver = await browser.submit(await loginPage('/api/login?prompt=login'), {
      email: 'ben@example.com',
    })
    const leaveAna = await browser.follow(handOver)
    const { url } = await browser.follow(await browser.submit(leaveAna), callback)
    await browser.get(url)
    expect(await me()).toMatchObject({ email: 'ben@example.com', firstName: null })
  })
})
