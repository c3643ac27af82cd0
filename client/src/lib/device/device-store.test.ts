import { IDBDatabase, IDBFactory, indexedDB } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { emptyDevice, endlessTransaction, frozenPage, keepBusy, storedRows } from '@/test/device'
import { deviceStore } from './device-store'
import { announce, signedOut } from '@/lib/api/page-user'

emptyDevice()

const store = deviceStore('ana')
const words = [{ key: ['ana', 'words'], value: 'Private' }]

/** Dispatches what a browser does that keeps the page for the Back button. */
const turn = (type: 'pagehide' | 'pageshow') =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted: true }))

test('a page that the browser keeps for the Back button holds up no other page, and stores nothing until its return', async () => {
  const { ended } = await endlessTransaction()
  turn('pagehide')
  expect(await ended).toMatchObject({ name: 'AbortError' })
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
  expect(await ended).toMatchObject({ name: 'AbortError' })
  expect(await store.get('words')).toBeUndefined()
  expect(await store.set('words', 'Private')).toBe(true)
})

test('what a page that is left still has to store is not stored in its absence, nor after a sign-out', async () => {
  announce('ana')
  const { open } = IDBFactory.prototype
  const left = new Promise<void>((resolve) => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementationOnce(function (this: IDBFactory, name) {
      queueMicrotask(() => {
        turn('pagehide')
        resolve()
      })
      return open.call(this, name)
    })
  })
  const begun = store.set('words', 'Private')
  await left
  expect(await begun).toBe(false)
  const late = store.set('words', 'Private')
  announce(signedOut)
  turn('pageshow')
  expect(await late).toBe(false)
  expect(await storedRows()).toEqual([])
})

test('a page that is left while it makes the database holds up no other', async () => {
  const { createObjectStore } = IDBDatabase.prototype
  const made = vi.fn<() => void>()
  vi.spyOn(IDBDatabase.prototype, 'createObjectStore').mockImplementationOnce(function (
    this: IDBDatabase,
    name,
  ) {
    const table = createObjectStore.call(this, name)
    void keepBusy(table, made).catch(() => {})
    return table
  })
  const late = store.set('words', 'Private')
  await vi.waitFor(() => expect(made).toHaveBeenCalled())
  turn('pagehide')
  expect(await storedRows()).toEqual([])
  turn('pageshow')
  expect(await late).toBe(false)
})

test('what was given up because it took too long is not stored later', async () => {
  const other = await frozenPage()
  expect(await store.set('words', 'Private')).toBe(false)
  await other.resume()
  expect(await storedRows()).toEqual([])
})

test('after a failure the database is opened again', async () => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementationOnce(() => {
    throw new DOMException('The storage is damaged')
  })
  expect(await store.set('words', 'Private')).toBe(false)
  expect(await store.set('words', 'Private')).toBe(true)
})
