import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { answer, away, fakeApi, maintenance, offline, refused, type Routes } from '@/test/fake-api'
import { api } from './api'
import { connection } from './connection'
import { createQueryClient } from './query-client'
import { watchConnection } from './watch-connection'

const polled = 'GET /api/analytics/monthly-goals'
const ready = { monthlyGoals: 0 }
const proxy = (status: number) => () => new Response('<h1>Bad gateway</h1>', { status })

beforeEach(() => void vi.useFakeTimers())

function watch(routes: Routes) {
  const client = createQueryClient()
  onTestFinished(watchConnection(client))
  return { client, fake: fakeApi({ [polled]: ready, ...routes }) }
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
  const { fake } = watch({ 'GET /api/goals': offline, [polled]: offline })
  const asked = () => fake.callsOf(polled).length
  await call()
  await vi.advanceTimersByTimeAsync(60_000)
  const inTheFirstMinute = asked()
  expect(inTheFirstMinute).toBeGreaterThan(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked() - inTheFirstMinute).toBeLessThan(inTheFirstMinute)

  fake.on(polled, away)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(connection.now()).toBe('away')
  fake.on(polled, ready)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(connection.now()).toBe('ok')
  const inAll = asked()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked()).toBe(inAll)
})

test.each(['online', 'offline'])('the server is polled at once when the browser is %s', async (event) => {
  const { fake } = watch({ [polled]: offline })
  window.dispatchEvent(new Event(event))
  await vi.advanceTimersByTimeAsync(0)
  expect([fake.callsOf(polled).length, connection.now()]).toEqual([1, 'offline'])
})

test('the server is polled once more where the browser is offline and the poll still got through', async () => {
  const { fake } = watch({})
  window.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.now()).toBe('ok')
  fake.on(polled, offline)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(connection.now()).toBe('offline')
  fake.on(polled, ready)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connection.now()).toBe('ok')
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
    const { fake, observer, reads } = await read({ 'GET /api/goals': offline, [polled]: offline })
    expect([observer.getCurrentResult().status, reads()]).toEqual(['error', 1])
    fake.on('GET /api/goals', [])
    fake.on(polled, ready)
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

  test('are not made before the Retry-After of a server that is away, and the failure stays on screen meanwhile', async () => {
    const times: number[] = []
    const timed = (answer: () => unknown) => () => {
      times.push(Date.now())
      return answer()
    }
    const { fake, observer, reads } = await read({
      'GET /api/goals': timed(away),
      [polled]: timed(() => ready),
    })
    const changes: string[] = []
    onTestFinished(observer.subscribe(({ status }) => void changes.push(status)))
    expect([observer.getCurrentResult().status, reads()]).toEqual(['error', 1])
    for (const type of ['online', 'offline']) window.dispatchEvent(new Event(type))
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reads()).toBeGreaterThan(3)
    // Each poll is answered, and at once followed by a read, which is refused.
    const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0))
    expect(Math.min(...pauses.filter((_, i) => i % 2 === 0))).toBeGreaterThanOrEqual(5_000)
    expect(changes).toEqual([])
    fake.on('GET /api/goals', [])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: [] })
  })

  test('are not made before the date that a proxy names, and made again after it', async () => {
    const { fake, reads } = await read({ 'GET /api/goals': maintenance(120), [polled]: maintenance(120) })
    await vi.advanceTimersByTimeAsync(115_000)
    expect([reads(), fake.callsOf(polled).length]).toEqual([1, 0])
    fake.on(polled, ready)
    fake.on('GET /api/goals', [])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reads()).toBe(2)
  })

  test('are made again within minutes, whatever a server that is away asks for', async () => {
    const days = refused(503, 30 * 24 * 60 * 60)
    const { fake, reads } = await read({ 'GET /api/goals': days, [polled]: days })
    await vi.advanceTimersByTimeAsync(590_000)
    expect([reads(), fake.callsOf(polled).length]).toEqual([1, 0])
    fake.on(polled, ready)
    fake.on('GET /api/goals', [])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(reads()).toBe(2)
  })

  test('do not replace what was read after a change', async () => {
    const { client, fake } = watch({ 'GET /api/goals': [{ id: '1' }, { id: '2' }], [polled]: offline })
    const goals = { queryKey: ['goals'], queryFn: () => api('GET /api/goals') }
    const observer = new QueryObserver(client, goals)
    onTestFinished(observer.subscribe(() => {}))
    await vi.advanceTimersByTimeAsync(0)
    fake.on('GET /api/goals', offline)
    void client.invalidateQueries(goals)
    await vi.advanceTimersByTimeAsync(0)
    expect(observer.getCurrentResult().status).toBe('error')
    let endFirst = (_goals: unknown) => {}
    fake.on('GET /api/goals', () => new Promise((resolve) => (endFirst = resolve)))
    fake.on(polled, ready)
    await vi.advanceTimersByTimeAsync(2_000)
    // Goal 2 is deleted meanwhile.
    fake.on('GET /api/goals', [{ id: '1' }])
    void client.invalidateQueries(goals)
    await vi.advanceTimersByTimeAsync(0)
    endFirst([{ id: '1' }, { id: '2' }])
    await vi.advanceTimersByTimeAsync(0)
    expect(observer.getCurrentResult().data).toEqual([{ id: '1' }])
  })

  test('and fail in another way show that', async () => {
    const { fake, observer } = await read({ 'GET /api/goals': offline, [polled]: ready })
    fake.on('GET /api/goals', answer(500, {}))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(observer.getCurrentResult().error).toMatchObject({ status: 500 })
  })

  test('of a list keep the pages that it has', async () => {
    const { client, fake } = watch({ 'GET /api/journal-entries': [] })
    const observer = new InfiniteQueryObserver(client, {
      queryKey: ['pages'],
      queryFn: async ({ pageParam }) => {
        await api('GET /api/journal-entries')
        return pageParam
      },
      initialPageParam: 1,
      getNextPageParam: (last: number) => last + 1,
    })
    onTestFinished(observer.subscribe(() => {}))
    await vi.advanceTimersByTimeAsync(0)
    await observer.fetchNextPage()
    fake.on('GET /api/journal-entries', offline)
    void observer.fetchNextPage()
    await vi.advanceTimersByTimeAsync(0)
    expect(observer.getCurrentResult()).toMatchObject({ status: 'error', data: { pages: [1, 2] } })
    fake.on('GET /api/journal-entries', [])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: { pages: [1, 2] } })
  })

  test('are retried once after the Retry-After of a server that is serving ten others of this user', async () => {
    const { observer, reads } = await read({ 'GET /api/goals': refused(429, 5) })
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
  const { client, fake } = watch({ 'POST /api/goals': away, [polled]: away })
  const body = { title: 'Run', timeline: 'monthly' } as const
  const write = client
    .getMutationCache()
    .build(client, { mutationFn: () => api('POST /api/goals', { body }) })
    .execute(undefined)
  await expect(write).rejects.toThrow('503')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(fake.callsOf('POST /api/goals')).toHaveLength(1)
})
