import { focusManager, onlineManager, QueryObserver, type MutationMeta } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from './query-client'
import { useToasts } from '@/lib/screen/toast'

test('what was read is read again by nothing but an invalidation, and a failure is not tried again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const client = createQueryClient()
  const read = vi.fn<() => Promise<string>>(async () => 'a day')
  const fail = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('500')))
  const observers = [
    new QueryObserver(client, { queryKey: ['read'], queryFn: read }),
    new QueryObserver(client, { queryKey: ['fail'], queryFn: fail }),
  ]
  for (const observer of observers) onTestFinished(observer.subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(1000)

  for (const isThere of [false, true]) {
    focusManager.setFocused(isThere)
    onlineManager.setOnline(isThere)
  }
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000)
  await client.fetchQuery({ queryKey: ['read'], queryFn: read })
  expect([read.mock.calls.length, fail.mock.calls.length]).toEqual([1, 1])

  await client.invalidateQueries({ queryKey: ['read'] })
  expect(read).toHaveBeenCalledTimes(2)
})

describe('a change that has ended', () => {
  const run = (meta: MutationMeta | undefined, error?: Error) => {
    const client = createQueryClient()
    const mutationFn = async () => {
      if (error) throw error
    }
    return client
      .getMutationCache()
      .build(client, { meta, mutationFn })
      .execute(undefined)
      .catch(() => {})
  }
  const toasts = () =>
    renderHook(useToasts).result.current.map(({ title, description, variant }) => [
      title,
      description,
      variant,
    ])

  test('is told in the words of its meta', async () => {
    await run({ done: 'Goal created successfully', failed: 'Failed to create goal' })
    expect(toasts()).toEqual([['Success', 'Goal created successfully', undefined]])
  })

  test('is told under a title of its own', async () => {
    await run({ done: { title: 'Test Sent', description: 'Check your email' } })
    expect(toasts()).toEqual([['Test Sent', 'Check your email', undefined]])
  })

  test('tells a failure in words that depend on the error', async () => {
    await run({ done: 'Saved', failed: ({ message }) => `Failed: ${message}` }, new Error('no entry'))
    expect(toasts()).toEqual([['Error', 'Failed: no entry', 'destructive']])
  })

  test.each([undefined, new Error('500')])('without meta is not told (%s)', async (error) => {
    await run(undefined, error)
    expect(toasts()).toEqual([])
  })
})
