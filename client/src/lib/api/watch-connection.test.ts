import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { answer, away, fakeApi, offline, refused, type Routes } from '@/test/fake-api'
import { api } from './api'
import { connection } from './connection'
import { createQueryClient } from './query-client'
import { watchConnection } from './watch-connection'

const ready = { id: 'ana' }
const proxy = (status: number) => () => new Response('<h1>Bad gateway</h1>', { status })

beforeEach(() => void vi.useFakeTimers())

function watch(routes: Routes) {
  const client = createQueryClient()
  onTestFinished(watchConnection(client))
  return { client, fake: fakeApi({ 'GET /api/auth/user': ready, ...routes }) }
}

const call = () => api('GET /api/goals').catch(() => {})

test.each([
  ['ok', 'a row', []],
  ['ok', 'a refusal', answer(401, { message: 'Unauthorized' })],
  ['ok', 'a fault', answer(500, { message: 'Internal Server Error' })],
  ['ok', 'a service that is not set up', answer(503, { message: 'Voice is not set up' })],
  ['ok', 'a service that failed', answer(502, { message: 'The text message could not be sent' })],
  ['away', 'a server whose database is away', away],
  ['away', 'a proxy without a server', proxy(503)],
  ['away', 'a proxy that reached nobody', proxy(502)],
  ['away', 'a proxy that waited too long', proxy(504)],
  ['offline', 'no connection', offline],
  ['offline', 'the page of a network that asks to sign in', () => new Response('<h1>Welcome</h1>')],
])('the connection is %s after %s', async (state, _, route) => {
  watch({ 'GET /api/goals': route })
  await call()
  expect(connection.now()).toBe(state)
})

test('an aborted call does not change the state of the connection', async () => {
  watch({ 'GET /api/goals': [] })
  await api('GET /api/goals', { signal: AbortSignal.abort() }).catch(() => {})
  expect(connection.now()).toBe('ok')
})

test('while it is not ok the server is polled with backoff, and then no longer', async () => {
  const { fake } = watch({ 'GET /api/goals': offline, 'GET /api/auth/user': offline })
  const asked = () => fake.callsOf('GET /api/auth/user').length
  await call()
  await vi.advanceTimersByTimeAsync(60_000)
  const inTheFirstMinute = asked()
  expect(inTheFirstMinute).toBeGreaterThan(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked() - inTheFirstMinute).toBeLessThan(inTheFirstMinute)

  fake.on('GET /api/auth/user', away)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(connection.now()).toBe('away')
  fake.on('GET /api/auth/user', ready)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(connection.now()).toBe('ok')
  const inAll = asked()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked()).toBe(inAll)
})

test.each(['online', 'offline'])('the server is polled at once when the browser is %s', async (event) => {
  const { fake } = watch({ 'GET /api/auth/user': offline })
  window.dispatchEvent(new Event(event))
  await vi.advanceTimersByTimeAsync(0)
  expect([fake.callsOf('GET /api/auth/user').length, connection.now()]).toEqual([1, 'offline'])
})

describe('reads', () => {
  async function read(routes: Routes) {
    const { client, fake } = watch(routes)
    const observer = new QueryObserver(client, { queryKey: ['goals'], queryFn: () => api('GET /api/goals') })
    onTestFinished(observer.subscribe(() => {}))
    await vi.advanceTimersByTimeAsync(0)
    return { fake, observer, reads: () => fake.callsOf('GET /api/goals').length }
  }

  test('that failed are made again once the connection is back, and those that succeeded are not', async () => {
    const { fake, observer, reads } = await read({ 'GET /api/goals': offline, 'GET /api/auth/user': offline })
    expect([observer.getCurrentResult().status, reads()]).toEqual(['error', 1])
    fake.on('GET /api/goals', [])
    fake.on('GET /api/auth/user', ready)
    await vi.advanceTimersByTimeAsync(2_000)
    expect([observer.getCurrentResult().data, reads()]).toEqual([[], 2])
    connection.found('offline')
    await vi.advanceTimersByTimeAsync(2_000)
    expect([connection.now(), reads()]).toEqual(['ok', 2])
  })

  test('that fail although the server can be reached are made again with backoff', async () => {
    const { reads } = await read({ 'GET /api/goals': offline })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(reads()).toBeGreaterThan(10)
    expect(reads()).toBeLessThan(40)
  })

  test.each([
    ['is away', away],
    ['is serving ten others of this user', refused(429, 5)],
  ])('are retried once after the Retry-After of a server that %s', async (_, route) => {
    const { observer, reads } = await read({ 'GET /api/goals': route, 'GET /api/auth/user': route })
    await vi.advanceTimersByTimeAsync(4_900)
    expect([observer.getCurrentResult().status, reads()]).toEqual(['pending', 1])
    await vi.advanceTimersByTimeAsync(1_200)
    expect([observer.getCurrentResult().status, reads()]).toEqual(['error', 2])
    await vi.advanceTimersByTimeAsync(600_000)
    expect(reads()).toBe(2)
  })

  test.each([
    ['another failure', answer(500)],
    ['a limit that holds for longer', refused(429, 900)],
  ])('are not retried after %s', async (_, route) => {
    const { observer, reads } = await read({ 'GET /api/goals': route })
    expect([observer.getCurrentResult().status, reads()]).toEqual(['error', 1])
  })
})

test('a write is not retried', async () => {
  const { client, fake } = watch({ 'POST /api/goals': away, 'GET /api/auth/user': away })
  const body = { title: 'Run', timeline: 'monthly' } as const
  const write = client
    .getMutationCache()
    .build(client, { mutationFn: () => api('POST /api/goals', { body }) })
    .execute(undefined)
  await expect(write).rejects.toThrow('503')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(fake.callsOf('POST /api/goals')).toHaveLength(1)
})
