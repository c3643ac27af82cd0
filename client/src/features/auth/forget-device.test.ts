import { expect, onTestFinished, test, vi } from 'vitest'
import { deviceStore } from '@/lib/device-store'
import { announce } from '@/lib/page-user'
import { emptyDevice, endlessTransaction, frozenPage, storedRows } from '@/test/device'
import { forgetDevice } from './sign-out'

emptyDevice()

const store = deviceStore('ana')

test('what cannot be emptied is deleted', async () => {
  await store.set('words', 'Private')
  await endlessTransaction()
  expect(await forgetDevice()).toBe(true)
  expect(await storedRows()).toEqual([])
})

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
