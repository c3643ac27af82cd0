import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { connection } from '@/lib/api/connection'
import { useReadOnReturn } from './use-read-on-return'

beforeEach(() => void vi.useFakeTimers())

const focus = () => window.dispatchEvent(new Event('focus'))
const change = () => document.dispatchEvent(new Event('visibilitychange'))

test('one return has one reading, whatever events it has', () => {
  const read = vi.fn<() => void>()
  const { unmount } = renderHook(() => useReadOnReturn(read))
  const returns = [[focus], [change], [change, focus], [focus, change]]
  for (const [i, events] of returns.entries()) {
    for (const event of events) event()
    vi.advanceTimersByTime(1_000)
    expect(read).toHaveBeenCalledTimes(i + 1)
  }
  focus()
  unmount()
  vi.advanceTimersByTime(1_000)
  expect(read).toHaveBeenCalledTimes(returns.length)
})

test('nothing is read when one leaves, or without a connection', () => {
  const read = vi.fn<() => void>()
  renderHook(() => useReadOnReturn(read))
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  change()
  vi.advanceTimersByTime(1_000)
  hidden.mockReturnValue(false)
  connection.found('offline')
  change()
  vi.advanceTimersByTime(1_000)
  expect(read).not.toHaveBeenCalled()
})
