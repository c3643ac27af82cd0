import { indexedDB } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { emptyDevice, endlessTransaction, storedRows } from '@/test/device'
import { deviceStore } from './device-store'

emptyDevice()

const store = deviceStore('ana')
const words = [{ key: ['ana', 'words'], value: 'Private' }]

/** Dispatches what a browser does that keeps the page for the Back button. */
const turn = (type: 'pagehide' | 'pageshow') =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted: true }))

test('a page that the browser keeps for the Back button holds up no other page, and stores nothing until its return', async () => {
  const { ended } = await endlessTransaction()
  turn('pagehide')
  expect(await ended).toBeUndefined()
  const late = store.set('words', 'Private')
  // Read by another connection, which would wait for the transaction; the database can be deleted too.
  expect(await storedRows()).toEqual([])
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('lisa')
    request.addEventListener('success', resolve)
    request.addEventListener('blocked', reject)
  })
  turn('pageshow')
  expect(await late).toBe(true)
  expect(await storedRows()).toEqual(words)
})

test('a page that is closed ends what it is storing', async () => {
  const stored = store.set('words', 'Private')
  window.dispatchEvent(new Event('pagehide'))
  expect(await stored).toBe(true)
  expect(await storedRows()).toEqual(words)
})

test('another window can delete the database at any time, and then it is made anew', async () => {
  await store.set('words', 'Private')
  const { ended } = await endlessTransaction()
  await new Promise((resolve) =>
    indexedDB.deleteDatabase('lisa').addEventListener('success', () => resolve(undefined)),
  )
  expect(await ended).toBeUndefined()
  expect(await store.get('words')).toBeUndefined()
  expect(await store.set('words', 'Private')).toBe(true)
})
