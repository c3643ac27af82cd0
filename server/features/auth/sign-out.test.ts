import { describe, expect, test } from 'vitest'
import { accountEvents, pushDevices, sessions } from '@shared/schema'
import { location } from '../../test/browser'
import { ana, appUrl, callback, createSignInApp } from '../../test/sign-in-app'

const { db, browser, newBrowser, loginPage, signIn, me, restartProvider } = await createSignInApp()

// These come first: when the provider restarts, its new keys are known only after a minute.
describe('signing out at the provider', () => {
  test('ends the sessions that began with the sign-in there, and no others', async () => {
    const other = newBrowser()
    const loginIn = async (browser: typeof other) => browser.follow(await browser.get('/api/login'))
    const cookie = () => `__Host-lisa.sid=${browser.cookie('__Host-lisa.sid')?.value}`
    await signIn()
    const cookies = [cookie()]
    browser.cookies.delete('__Host-lisa.sid/')
    await loginIn(browser)
    cookies.push(cookie())
    await other.follow(await other.submit(await loginIn(other), ana))
    expect(await db.$count(sessions)).toBe(3)

    await browser.submit(await browser.follow(await browser.get('/dev-idp/session/end')))
    for (const cookie of cookies) {
      const { status, headers } = await newBrowser().get('/api/auth/user', { cookie })
      expect([status, headers.get('x-lisa-session')]).toEqual([401, 'signed-out'])
    }
    const { text } = await other.get('/api/account/events')
    expect(JSON.parse(text).map(({ kind }: { kind: string }) => kind)).toEqual([
      'sign-out-by-provider',
      'sign-in',
      'sign-in',
      'sign-in',
    ])
  })

  test('adds no event for somebody who signs out in Lisa', async () => {
    await signIn()
    await browser.submit(await browser.follow(await browser.get('/api/logout')))
    const kinds = (await db.select().from(accountEvents)).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['sign-in', 'sign-out'])
  })
})

describe('the device for notifications of a browser', () => {
  const addDevice = async () => {
    const [session] = await db.select().from(sessions)
    const { userId, sid } = session!
    const device = { userId: userId!, endpoint: 'a', p256dh: '', auth: '', sid, lastSeenAt: new Date() }
    await db.insert(pushDevices).values(device)
  }

  test('follows its person into the next session, and goes when somebody else signs in', async () => {
    await signIn()
    await addDevice()
    await browser.get((await browser.follow(await browser.get('/api/login'), callback)).url)
    const [session] = await db.select().from(sessions)
    expect(await db.select().from(pushDevices)).toMatchObject([{ sid: session?.sid }])
    // The provider forgets Ana, Lisa does not.
    for (const name of browser.cookies.keys()) if (!name.includes('lisa.sid')) browser.cookies.delete(name)
    await signIn({ ...ana, email: 'ben@example.com' })
    expect(await me()).toMatchObject({ email: 'ben@example.com' })
    expect(await db.$count(pushDevices)).toBe(0)
  })

  test('goes at a sign-out too whose session has expired', async () => {
    await signIn()
    await addDevice()
    await db.update(sessions).set({ expire: new Date(0) })
    await browser.get('/api/logout')
    expect(await db.$count(pushDevices)).toBe(0)
  })
})

describe('signing out', () => {
  test('ends the session here and there, and lands on the first page', async () => {
    await signIn()
    const sid = browser.cookie('__Host-lisa.sid')?.value
    const answer = await browser.get('/api/logout')
    expect(answer.headers.get('clear-site-data')).toBe('"storage"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(browser.cookie('__Host-lisa.sid')).toBeUndefined()
    expect(await db.$count(sessions)).toBe(0)
    const thief = newBrowser()
    expect((await thief.get('/api/auth/user', { cookie: `__Host-lisa.sid=${sid}` })).status).toBe(401)

    const goodbye = await browser.follow(answer)
    expect(goodbye.text).toContain('document.forms[0].submit()')
    expect(location(await browser.submit(goodbye))).toBe(`${appUrl}/`)
    expect((await loginPage()).text).toContain('<title>Sign in to Lisa (development)</title>')
  })

  test('works after the provider forgot everything in a restart', async () => {
    await signIn()
    await restartProvider()
    const goodbye = await browser.follow(await browser.get('/api/logout'))
    expect(location(await browser.submit(goodbye))).toBe(`${appUrl}/`)
    expect(await me()).toBe(401)
  })

  test('ends the session at the provider too when the one here is gone already', async () => {
    await signIn()
    await db.delete(sessions)
    const goodbye = await browser.follow(await browser.get('/api/logout'))
    expect(location(await browser.submit(goodbye))).toBe(`${appUrl}/`)
    expect((await loginPage()).text).toContain('<title>Sign in to Lisa (development)</title>')
  })

  test('works without being signed in', async () => {
    const answer = await browser.get('/api/logout')
    expect([answer.status, location(answer), answer.headers.get('clear-site-data')]).toEqual([
      302,
      '/',
      '"storage"',
    ])
  })

  // `none` is a link in a mail program, or an address that was typed.
  test.each(['cross-site', 'same-site', 'none'])('asks first when the browser says %s', async (site) => {
    await signIn()
    const answer = await browser.get('/api/logout', { 'sec-fetch-site': site })
    expect(answer.text).toContain('href="/api/logout"')
    expect(answer.headers.get('clear-site-data')).toBeNull()
    expect(await me()).toMatchObject({ firstName: 'Ana' })

    // The link on that page, and on every page of the app.
    const confirmed = await browser.get('/api/logout', { 'sec-fetch-site': 'same-origin' })
    expect(confirmed.headers.get('clear-site-data')).toBe('"storage"')
    expect(await me()).toBe(401)
  })

  test.each<Record<string, string>>([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-site': 'same-origin' },
    { purpose: 'prefetch' },
  ])('does nothing for a page that is loaded ahead: %j', async (headers) => {
    await signIn()
    const answer = await browser.get('/api/logout', headers)
    expect([answer.status, answer.text, answer.headers.get('clear-site-data')]).toEqual([204, '', null])
    expect(await me()).toMatchObject({ firstName: 'Ana' })
  })
})

describe("the provider's page", () => {
  test('says what it is, and keeps what was typed when the address is none', async () => {
    const page = await loginPage()
    expect(page.text).toContain('anyone who can reach this page can sign in as anyone')
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const again = await browser.submit(page, { email: 'ana"at', firstName: '<b>Ana', lastName: '' })
    expect(again.status).toBe(400)
    expect(again.text).toContain('Please enter an email address, for example ana@example.com.')
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
