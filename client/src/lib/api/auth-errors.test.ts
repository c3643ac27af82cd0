import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, fakeApi } from '@/test/fake-api'
import { api, isUnauthorized } from './api'
import { forgetRedirect } from './auth-errors'
import { createQueryClient } from './query-client'
import { toasterMounted, useToasts } from '@/lib/screen/toast'

const toasts = () => renderHook(useToasts).result.current
const unauthorized = answer(401, { message: 'Unauthorized' })

test('while the toast cannot be shown yet, the visit to sign-in waits for it, but no longer than a second', async () => {
  vi.useFakeTimers()
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  fakeApi({ 'GET /api/goals': unauthorized })
  const lose = () =>
    createQueryClient()
      .fetchQuery({ queryKey: ['goals'], queryFn: () => api('GET /api/goals') })
      .catch(() => {})
  await lose()
  await vi.advanceTimersByTimeAsync(1_499)
  expect(goTo).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(goTo).toHaveBeenCalledOnce()

  forgetRedirect()
  await lose()
  await vi.advanceTimersByTimeAsync(700)
  toasterMounted()
  await vi.advanceTimersByTimeAsync(499)
  expect(goTo).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1)
  expect(goTo).toHaveBeenCalledTimes(2)
})

test('queries and mutations that lose the session lead to one toast and, after 500 ms, one visit to sign-in', async () => {
  vi.useFakeTimers()
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  fakeApi({ 'GET /api/goals': unauthorized, 'POST /api/goals': unauthorized })
  const queryClient = createQueryClient()
  toasterMounted()
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => api('POST /api/goals', { body: { title: 'Run', timeline: 'monthly' } }),
    meta: { failed: 'Failed to create goal' },
  })

  await Promise.allSettled([
    queryClient.fetchQuery({ queryKey: ['goals'], queryFn: () => api('GET /api/goals') }),
    mutation.execute(undefined),
  ])

  expect(toasts()).toMatchObject([
    { title: 'Unauthorized', description: 'You are logged out. Logging in again...', variant: 'destructive' },
  ])
  await vi.advanceTimersByTimeAsync(499)
  expect(goTo).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5000)
  expect(goTo.mock.calls).toEqual([['/api/login']])
})

test("another failure shows its own 'Error' toast and goes nowhere", async () => {
  const goTo = vi.spyOn(window.location, 'assign')
  fakeApi({ 'DELETE /api/goals/:id': answer(500, { message: 'Internal Server Error' }) })
  const queryClient = createQueryClient()
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => api('DELETE /api/goals/:id', { id: '1' }),
    meta: { failed: 'Failed to delete goal' },
  })
  await expect(mutation.execute(undefined)).rejects.toThrow('500: ')
  expect(toasts()).toMatchObject([
    { title: 'Error', description: 'Failed to delete goal', variant: 'destructive' },
  ])
  expect(goTo).not.toHaveBeenCalled()
})

test.each([
  ['401: {"message":"Unauthorized"}', true],
  ['401: {"message":"Invalid email or password"}', false],
  ['403: Unauthorized', false],
  ['Error 401: Unauthorized', false],
])('%s is a lost session: %s', (message, expected) => {
  expect(isUnauthorized(new Error(message))).toBe(expected)
})
