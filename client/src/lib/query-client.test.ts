import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from './query-client'

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
