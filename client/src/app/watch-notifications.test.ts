import { expect, onTestFinished, test, vi } from 'vitest'
import { api as callApi } from '@/lib/api/api'
import { announce } from '@/lib/api/page-user'
import { createQueryClient } from '@/lib/api/query-client'
import { deviceStore } from '@/lib/device/device-store'
import { emptyDevice, storedRows } from '@/test/device'
import { answer, fakeApi, offline, type Routes } from '@/test/fake-api'
import { aDevice, fakePush, pushKey } from '@/test/push'
import { watchNotifications } from './watch-notifications'

emptyDevice()

const post = 'POST /api/push-devices'
const own = 'https://push.test/0'

type Browser = ReturnType<typeof fakePush>
type State = {
  isOn?: boolean
  isKnown?: boolean
  routes?: Routes
  prepare?: (browser: Browser) => void
}

/** A start by Ana, whose browser has a subscription and a server that knows this device, unless told otherwise. */
async function start({ isOn = true, isKnown = true, routes, prepare }: State = {}) {
  const browser = fakePush({ permission: 'granted' })
  browser.hasSubscription(own)
  announce('ana')
  if (isOn) await deviceStore('ana').set('notifications', 'this')
  prepare?.(browser)
  const api = fakeApi({
    'GET /api/push-key': { key: pushKey },
    'GET /api/push-devices': isKnown ? [aDevice()] : [],
    // As the server does, which knows a device by its endpoint.
    [post]: ({ body }: { body: { endpoint: string } }) =>
      aDevice({ id: isKnown && body.endpoint === own ? 'this' : 'new' }),
    'DELETE /api/push-devices/:id': answer(204),
    ...routes,
  })
  const watch = new AbortController()
  onTestFinished(() => watch.abort())
  watchNotifications(createQueryClient(), 'ana', watch.signal)
  const posted = () => api.callsOf(post).map(({ body }) => (body as { endpoint: string }).endpoint)
  return { api, browser, posted }
}

const otherKey = Uint8Array.from([1, 2, 3]).buffer
const forgetSubscription = (browser: Browser) => void browser.unsubscribe()

const anew = 'https://push.test/1'

test.each([
  ['is there is confirmed', {}, own, []],
  ['is gone is made anew', { prepare: forgetSubscription }, anew, ['this']],
  [
    'was made with another key is made anew',
    { prepare: (browser: Browser) => browser.hasSubscription(own, otherKey) },
    anew,
    ['this'],
  ],
  ['the server has given up is made anew', { isKnown: false }, anew, []],
])('at the start, a subscription that %s', async (_, state, endpoint, removed) => {
  const { api, browser, posted } = await start(state)
  await vi.waitFor(() => expect(posted()).toEqual([endpoint]))
  expect(browser.endpoint()).toBe(endpoint)
  // The one before would be another device, and there may be ten already.
  expect(api.calls.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual([
    ...removed.map((id) => `/api/push-devices/${id}`),
    '/api/push-devices',
  ])
  const id = endpoint === own ? 'this' : 'new'
  await vi.waitFor(async () =>
    expect(await storedRows()).toEqual([{ key: ['ana', 'notifications'], value: id }]),
  )
  expect(browser.requestPermission).not.toHaveBeenCalled()
})

test('a subscription that this user has not switched on is ended, and the server is not asked', async () => {
  await deviceStore('ben').set('notifications', 'this')
  const { api, browser } = await start({ isOn: false })
  await vi.waitFor(() => expect(browser.endpoint()).toBeUndefined())
  expect(api.calls).toEqual([])
})

test('a permission that was withdrawn switches them off', async () => {
  const { api, posted } = await start({ prepare: (browser) => browser.setPermission('denied') })
  await vi.waitFor(() => expect(api.callsOf('DELETE /api/push-devices/:id')).toHaveLength(1))
  await vi.waitFor(async () => expect(await storedRows()).toEqual([]))
  expect(posted()).toEqual([])
})

test('where the storage cannot be read nothing is changed', async () => {
  const { api, browser } = await start({
    isOn: false,
    prepare: () => void vi.stubGlobal('indexedDB', undefined),
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(browser.endpoint()).toBe(own)
  expect(api.calls).toEqual([])
})

test('a page that stays open confirms again after half a day, and what failed at the next return', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { api, posted } = await start({ routes: { [post]: offline } })
  const comeBack = async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await vi.waitFor(() => expect(posted()).toHaveLength(1))
  api.on(post, aDevice())
  await comeBack()
  expect(posted()).toHaveLength(2)
  await comeBack()
  expect(posted()).toHaveLength(2)
  vi.setSystemTime(Date.now() + 12 * 3_600_000)
  await comeBack()
  expect(posted()).toHaveLength(3)
})

test.each([
  ['signed-out', false],
  ['ended', true],
])('of a session that is %s elsewhere, notifications stay on: %s', async (how, isOn) => {
  const { api, browser, posted } = await start()
  await vi.waitFor(() => expect(posted()).toHaveLength(1))
  const over = answer(401, { message: 'Unauthorized' })
  over.headers.set('X-Lisa-Session', how)
  api.on('GET /api/goals', over)
  await callApi('GET /api/goals').catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(Boolean(browser.endpoint())).toBe(isOn)
  expect(await storedRows()).toHaveLength(isOn ? 1 : 0)
})
