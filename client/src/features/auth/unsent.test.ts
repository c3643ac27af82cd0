import { expect, test, vi } from 'vitest'
import { fakeDevice } from '@/test/device'
import { unsentWarning } from './unsent'

const unsure = "This browser didn't say whether changes still wait to be sent. Any that do would be lost."

test('a browser that does not answer in time is not one where nothing waits', async () => {
  vi.useFakeTimers()
  fakeDevice().entries.mockReturnValue(new Promise(() => {}))
  const warning = unsentWarning()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await warning).toBe(unsure)
})

test('a browser whose storage cannot be read is not one where nothing waits', async () => {
  fakeDevice().entries.mockRejectedValue(new Error('The storage is damaged'))
  expect(await unsentWarning()).toBe(unsure)
})

test('where nothing waits, or nothing can be kept, there is no warning', async () => {
  fakeDevice()
  expect(await unsentWarning()).toBe('')
  vi.unstubAllGlobals()
  expect(await unsentWarning()).toBe('')
})
