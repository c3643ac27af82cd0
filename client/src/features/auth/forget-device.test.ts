import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deviceStore } from '@/lib/device/device-store'
import { announce } from '@/lib/api/page-user'
import { emptyDevice, endlessTransaction, frozenPage, storedRows } from '@/test/device'
import { forgetDevice } from './sign-out'

emptyDevice()

const store = deviceStore('ana')

test.each([
  ['is damaged', damageTable],
  ['has a transaction that never ends', endlessTransaction],
])('a table that cannot be emptied, because it %s, is deleted', async (_, prevent) => {
  await store.set('words', 'Private')
  await prevent()
  const deleted = vi.spyOn(IDBFactory.prototype, 'deleteDatabase')
  expect(await forgetDevice()).toBe(true)
  expect(deleted).toHaveBeenCalledOnce()
  expect(await storedRows()).toEqual([])
})

function damageTable() {
  vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
    throw new DOMException('The table is damaged')
  })
}

test('what can neither be emptied nor deleted is told', async () => {
  await store.set('words', 'Private')
  const other = await frozenPage()
  onTestFinished(async () => void (await other.resume()))
  expect(await forgetDevice()).toBe(false)
})

test('where the browser has no IndexedDB there is nothing to forget', async () => {
  vi.unstubAllGlobals()
  expect(await forgetDevice()).toBe(true)
})

test('what somebody stores who has signed in meanwhile stays', async () => {
  const other = await frozenPage()
  const isEmpty = forgetDevice()
  announce('ben')
  const saved = deviceStore('ben').set('words', 'Private')
  await other.resume()
  expect(await saved).toBe(true)
  expect(await isEmpty).toBe(false)
  expect(await storedRows()).toHaveLength(1)
})
