import { IDBObjectStore } from 'fake-indexeddb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyDevice, frozenPage } from '@/test/device'
import { unsentWarning } from './unsent'

emptyDevice()

const unsure = "This browser didn't say whether changes still wait to be sent. Any that do would be lost."

test('a browser that does not answer in time is not one where nothing waits', async () => {
  const other = await frozenPage()
  onTestFinished(async () => void (await other.resume()))
  expect(await unsentWarning()).toBe(unsure)
})

test('a browser whose storage cannot be read is not one where nothing waits', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('The storage is damaged')
  })
  expect(await unsentWarning()).toBe(unsure)
})

test('where nothing waits, or nothing can be kept, there is no warning', async () => {
  expect(await unsentWarning()).toBe('')
  vi.unstubAllGlobals()
  expect(await unsentWarning()).toBe('')
})
