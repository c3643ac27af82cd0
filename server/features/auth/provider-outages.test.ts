import { expect, test, vi } from 'vitest'
import { location } from '../../test/browser'
import { createProviderApp, expectUnavailable } from '../../test/provider-app'

const { provider, warn, connectTo, browser, begin, signIn, isSignedIn } = await createProviderApp()

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
  connectTo('http://127.0.0.1:1')
  expect(location(await browser.get('/api/logout'))).toBe('/')
  expect(await isSignedIn()).toBe(false)
})
