import { describe, expect, test, vi } from 'vitest'
import { sessions, users } from '@shared/schema'
import { type Answer, location } from '../../test/browser'
import { ana, appUrl, callback, createSignInApp } from '../../test/sign-in-app'

const { db, log, browser, newBrowser, newPlainBrowser, loginPage, signIn, me } = await createSignInApp()

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
    browser.cookies.clear()
    await signIn({ email: 'ANA@example.com', firstName: 'Anna', lastName: '' })
    expect(await me()).toMatchObject({ id, firstName: 'Anna', lastName: 'Lima' })
  })

  test('gives a cookie that scripts and other sites do not get, and keeps no more than is needed', async () => {
    await signIn()
    expect(browser.cookie('__Host-lisa.sid')?.line).toMatch(
      /^__Host-lisa\.sid=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    )
    const [row] = await db.select().from(sessions)
    expect(row?.sess).toEqual({
      cookie: expect.anything(),
      passport: { user: expect.any(String) },
      authenticatedAt: expect.any(Number),
      idToken: expect.any(String),
      providerSid: expect.any(String),
      signedInAt: expect.any(Number),
      renewedAt: expect.any(Number),
      browser: null,
    })
    const days = ((row?.expire.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 2)
    expect([...browser.cookies.values()].filter(({ name }) => name.includes('lisa.signin'))).toEqual([])
  })

  test('takes no cookie that another host or plain http could have set', async () => {
    await loginPage()
    expect([...browser.cookies.values()].map(({ line }) => line)).toContainEqual(
      expect.stringMatching(
        /^__Host-lisa\.signin\.\d=[^;]+; Max-Age=900; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
      ),
    )
    await signIn()
    const value = browser.cookie('__Host-lisa.sid')?.value
    browser.cookies.clear()
    expect((await browser.get('/api/auth/user', { cookie: `lisa.sid=${value}` })).status).toBe(401)
  })

  test('gives the session a new id, and the old one is worth nothing', async () => {
    await signIn()
    const before = browser.cookie('__Host-lisa.sid')
    const answer = await browser.follow(await browser.get('/api/login'), callback)
    await browser.get(answer.url)
    expect(browser.cookie('__Host-lisa.sid')?.value).not.toBe(before?.value)
    expect(await me()).toMatchObject({ firstName: 'Ana' })
    expect(await db.$count(sessions)).toBe(1)
    const thief = newBrowser()
    expect((await thief.get('/api/auth/user', { cookie: `__Host-lisa.sid=${before?.value}` })).status).toBe(
      401,
    )
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
  const plain = newPlainBrowser()
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

  test("the link in a reminder leads to today's entry, by way of the sign-in if nobody is signed in", async () => {
    const asVisitor = await browser.get('/api/write')
    expect([asVisitor.status, location(asVisitor)]).toEqual([302, '/api/login?returnTo=/journal/new'])
    expect(asVisitor.headers.get('cache-control')).toBe('no-store')
    expect(location(await signIn(ana, await browser.follow(asVisitor)))).toBe('/journal/new')
    const asAna = await browser.get('/api/write?returnTo=https://evil.test')
    expect([asAna.status, location(asAna)]).toEqual([302, '/journal/new'])
    await db.delete(sessions)
    expect(location(await browser.get('/api/write'))).toBe('/api/login?returnTo=/journal/new')
  })

  test('so do links to a screen in mails, the calendar and the installed app, and they lead nowhere else', async () => {
    const asVisitor = await browser.get('/api/open?screen=/settings')
    expect([asVisitor.status, location(asVisitor)]).toEqual([302, '/api/login?returnTo=/settings'])
    expect(location(await signIn(ana, await browser.follow(asVisitor)))).toBe('/settings')
    expect(location(await browser.get('/api/open?screen=/settings'))).toBe('/settings')
    expect(location(await browser.get('/api/open?screen=/'))).toBe('/')
    for (const query of [
      '',
      '?screen=',
      '?screen=https://evil.test',
      '?screen=//evil.test',
      '?screen=/api/logout',
      '?screen=/goals/edit/7',
      '?screen=/goals/edit/:id',
      '?screen=/goals&screen=/settings',
    ])
      expect([query, (await browser.get(`/api/open${query}`)).status]).toEqual([query, 400])
  })
})
