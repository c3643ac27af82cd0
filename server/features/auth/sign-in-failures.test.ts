import { expect, test } from 'vitest'
import { users } from '@shared/schema'
import { location } from '../../test/browser'
import { createProviderApp, expectExpired, expectPage, expectUnavailable } from '../../test/provider-app'
import { recordStatements } from '../../test/statements'

const { provider, clock, ctx, db, browser, newBrowser, begin, signIn, isSignedIn } = await createProviderApp()

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
  expectExpired(await newBrowser().get(callback))
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

test('a sign-in stores its session once, so that no late save brings it back after a sign-out', async () => {
  const statements = recordStatements(ctx.pool)
  await signIn()
  const stored = statements.all().filter(({ text }) => /^insert into "?sessions/i.test(text))
  expect(stored).toHaveLength(1)
  const callback = await begin()
  statements.clear()
  provider.tokenAnswer = { status: 400, body: { error: 'invalid_grant' } }
  expectExpired(await browser.get(callback))
  expect(statements.all().filter(({ text }) => /^(insert into|update) "?sessions/i.test(text))).toEqual([])
})

test('a sign-in has fifteen minutes', async () => {
  const [early, late] = [await begin('/api/login?returnTo=/goals'), await begin()]
  clock.now = new Date(clock.now.getTime() + 14 * 60_000)
  expect(location(await browser.get(early))).toBe('/goals')
  clock.now = new Date(clock.now.getTime() + 2 * 60_000)
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

test('another site that begins sign-ins does not lock the browser out', async () => {
  const attack = () => browser.get(`/api/login?returnTo=/${'€'.repeat(301)}`)
  for (let click = 0; click < 4; click++) expect((await attack()).status).toBe(302)
  expect(await isSignedIn()).toBe(false)
  expect(location(await signIn())).toBe('/')

  const longest = `/${'a'.repeat(255)}`
  const begun = Array.from({ length: 40 }, () => browser.get(`/api/login?returnTo=${longest}`))
  for (const { status } of await Promise.all(begun)) expect(status).toBe(302)
  const sizes = [...browser.cookies.values()].map(({ name, value }) => name.length + value.length)
  // Node's own limit for all headers is 16 kB, that of some proxies 8 kB.
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(5_000)
  expect(await isSignedIn()).toBe(true)
})

test('thirty failed sign-ins from one network in 15 minutes are enough, and good ones do not count', async () => {
  const callback = new URL(await begin('/api/login?returnTo=/goals'))
  const [pending] = browser.cookies.values()
  const cookie = `${pending?.name}=${pending?.value}`
  const tryJunk = (code: number) => {
    callback.searchParams.set('code', `junk-${code}`)
    return newBrowser().get(callback.href, { cookie })
  }
  for (const answer of await Promise.all(Array.from({ length: 29 }, (_, code) => tryJunk(code))))
    expectExpired(answer, '/api/login?returnTo=%2Fgoals')
  for (let i = 0; i < 3; i++) expect(location(await signIn())).toBe('/')
  await tryJunk(29)

  provider.tokenRequests = 0
  const answer = await tryJunk(30)
  expectPage(answer, 429, 'Too many failed sign-ins', '/api/login?returnTo=%2Fgoals')
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800)
  expect((await signIn()).status).toBe(429)
  expect(provider.tokenRequests).toBe(0)

  clock.now = new Date(clock.now.getTime() + 16 * 60_000)
  expect(location(await signIn())).toBe('/')
})
