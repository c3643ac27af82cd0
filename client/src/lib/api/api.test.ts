import { describe, expect, test, vi } from 'vitest'
import { answer, fakeApi, offline } from '@/test/fake-api'
import { api, ApiError, ConnectionError, fieldErrorsOf, messageOf } from './api'
import { setPageUser } from './page-user'

const run = { title: 'Run', timeline: 'monthly' } as const

test('sends a body as JSON and a query without its empty values', async () => {
  const { calls } = fakeApi({ 'POST /api/goals': { id: '1' }, 'GET /api/journal-entries': [] })
  expect(await api('POST /api/goals', { body: run })).toEqual({ id: '1' })
  await api('GET /api/journal-entries', { query: { limit: 0, before: undefined } })
  expect(calls).toMatchObject([{ body: run }, { query: { limit: '0' } }])
})

test('each call sends the cookies', async () => {
  fakeApi({ 'GET /api/goals': [], 'POST /api/goals': {} })
  const fetched = vi.spyOn(globalThis, 'fetch')
  await api('GET /api/goals')
  await api('POST /api/goals', { body: run })
  expect(fetched.mock.calls.map(([, options]) => options?.credentials)).toEqual(['include', 'include'])
})

test('an answer without content is undefined', async () => {
  fakeApi({ 'DELETE /api/goals/:id': undefined })
  expect(await api('DELETE /api/goals/:id', { id: '1' })).toBeUndefined()
})

describe('an answer that is not OK', () => {
  test("becomes an error 'status: body text' with the parsed body", async () => {
    const body = { message: 'Invalid', errors: [{ path: 'title', message: 'Title is required' }] }
    fakeApi({ 'POST /api/goals': answer(400, body) })
    const error = await api('POST /api/goals', { body: run }).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ message: `400: ${JSON.stringify(body)}`, status: 400, body })
    expect(fieldErrorsOf(error)).toEqual(body.errors)
    expect(messageOf(error)).toBe('Invalid')
  })

  test('keeps text that is not JSON, and does not show it', async () => {
    fakeApi({ 'GET /api/goals': () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
    const error = await api('GET /api/goals').catch((error: unknown) => error)
    expect(error).toMatchObject({ message: '502: <h1>Bad gateway</h1>', body: undefined })
    expect(messageOf(error)).toMatch(/^Something went wrong/)
  })
})

test.each([
  ['a lost connection', offline],
  ['a page in place of JSON', () => new Response('<h1>Welcome to the hotel</h1>')],
])('%s becomes a sentence', async (_, route) => {
  fakeApi({ 'GET /api/goals': route })
  const error = await api('GET /api/goals').catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ConnectionError)
  expect(messageOf(error)).toMatch(/again\.$/)
})

test('a call that is called off stays an abort', async () => {
  fakeApi({ 'GET /api/goals': [] })
  await expect(api('GET /api/goals', { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('each call names the user for whom the page was loaded, once that is known', async () => {
  fakeApi({ 'GET /api/auth/user': {}, 'GET /api/goals': [], 'POST /api/goals': {} })
  const fetched = vi.spyOn(globalThis, 'fetch')
  await api('GET /api/auth/user')
  setPageUser('ana')
  await api('GET /api/goals')
  await api('POST /api/goals', { body: run })
  const named = fetched.mock.calls.map(([, options]) => new Headers(options?.headers).get('X-Lisa-User'))
  expect(named).toEqual([null, 'ana', 'ana'])
})
