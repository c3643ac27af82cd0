import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answer, fakeApi, offline, type Routes } from '@/test/fake-api'
import { takeUpNewVersion, watchForMissingCode } from './new-version'

const code = '/assets/index-a1b2c3d4.js'

beforeEach(() => sessionStorage.clear())

/** `miss` fails to load code; `reloads` is how often the page was reloaded. */
function watch(routes: Routes) {
  const { calls } = fakeApi(routes)
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  const script = document.createElement('script')
  vi.spyOn(script, 'src', 'get').mockReturnValue(code)
  vi.spyOn(document, 'querySelector').mockReturnValue(script)
  onTestFinished(watchForMissingCode())
  async function miss() {
    const before = calls.length
    window.dispatchEvent(new Event('vite:preloadError'))
    await vi.waitFor(() => expect(calls.length).toBe(before + 1))
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { miss, reloads: () => reload.mock.calls.length }
}

test('a page whose code is gone is reloaded once only', async () => {
  const { miss, reloads } = watch({ [`HEAD ${code}`]: answer(404) })
  await miss()
  await miss()
  expect(reloads()).toBe(1)
})

test('it is not reloaded while somebody is typing', async () => {
  const { miss, reloads } = watch({ [`HEAD ${code}`]: answer(404) })
  const field = document.body.appendChild(document.createElement('textarea'))
  onTestFinished(() => field.remove())
  field.focus()
  await miss()
  expect(reloads()).toBe(0)
  field.blur()
  await miss()
  expect(reloads()).toBe(1)
})

test.each([
  ['the connection is down', offline],
  ['the server has it still', undefined],
  ['the server is away', answer(503)],
])('code that does not arrive because %s reloads nothing', async (_, route) => {
  const { miss, reloads } = watch({ [`HEAD ${code}`]: route })
  await miss()
  expect(reloads()).toBe(0)
})

test('without a waiting worker, a reload is enough for the new version', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  await takeUpNewVersion()
  expect(reload).toHaveBeenCalledOnce()
})

/** A worker that waits, and how often the page was reloaded. */
function withWaiting() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  const waiting = Object.assign(new EventTarget(), { state: 'installed', postMessage: vi.fn<() => void>() })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ waiting }) } })
  return { reload, waiting }
}

test('with a waiting worker, the page is reloaded after that worker has taken over', async () => {
  const { reload, waiting } = withWaiting()
  await takeUpNewVersion()
  expect(waiting.postMessage).toHaveBeenCalledOnce()
  for (const state of ['activating', 'activated']) {
    expect(reload).not.toHaveBeenCalled()
    waiting.state = state
    waiting.dispatchEvent(new Event('statechange'))
  }
  expect(reload).toHaveBeenCalledOnce()
})

test('the page is reloaded even if the worker does not take over', async () => {
  const { reload } = withWaiting()
  await takeUpNewVersion()
  vi.advanceTimersByTime(4_900)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(reload).toHaveBeenCalledOnce()
})
