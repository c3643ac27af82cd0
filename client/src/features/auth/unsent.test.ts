import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeDevice } from '@/test/device'
import { unsentWarning } from './unsent'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function warning() {
  const asked = unsentWarning()
  await vi.advanceTimersByTimeAsync(2_000)
  return asked
}

test('a browser that does not answer is not one where nothing waits', async () => {
  fakeDevice().entries.mockReturnValue(new Promise(() => {}))
  expect(await warning()).toBe(
    "This browser didn't say whether changes still wait to be sent. Any that do would be lost.",
  )
})

test('where nothing waits, or nothing can be kept, there is no warning', async () => {
  const { entries } = fakeDevice()
  expect(await warning()).toBe('')
  entries.mockRejectedValue(new Error('The storage is blocked'))
  expect(await warning()).toBe('')
})
