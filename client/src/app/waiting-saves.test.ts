import { QueryClient } from '@tanstack/react-query'
import { IDBDatabase } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentUser } from '@/features/auth/use-user'
import { connection } from '@/lib/api/connection'
import { deviceStore } from '@/lib/device/device-store'
import { keptCopies } from '@/lib/device/kept-copies'
import { announce, pageUser } from '@/lib/api/page-user'
import { Outbox } from '@/lib/saving/outbox'
import { outboxQuery, saveVersion } from '@/lib/saving/save'
import { emptyDevice, storedRows, storeRow } from '@/test/device'
import { anEntry } from '@/test/entries'
import { fakeApi } from '@/test/fake-api'
import { ana } from '@/test/render-app'
import { watchSaves } from './waiting-saves'

const ben = { ...ana, id: '0b0f8a52-6c1d-4f0e-9a55-0a3c1a5e7a02', firstName: 'Ben' }

let watch: AbortController
afterEach(() => watch.abort())

emptyDevice()
beforeEach(() => {
  watch = new AbortController()
  connection.found('ok')
  pageUser.id = ana.id
})

test('a window whose user was replaced before it began leaves what is kept of the new one', async () => {
  announce(ben.id)
  await keptCopies(ben.id).start([anEntry({ wins: 'Tea' })], [])
  const before = await storedRows()
  watchSaves(new QueryClient(), ana, watch.signal)
  // Whatever it does comes before this in the database.
  for (let i = 0; i < 3; i++) await deviceStore(ben.id).get('user')
  expect(await storedRows()).toEqual(before)
})

test('words that are read from the device during a sign-out do not come into the page', async () => {
  const save = { id: '1', key: '1', kind: 'journal', subject: '2026-11-20', seen: [], savedAt: 1 }
  const values = { entryDate: '2026-11-20', wins: 'Private' }
  const value = { ...save, version: saveVersion, userId: ana.id, values }
  await storeRow({ key: [ana.id, 'outbox:journal:1'], value })
  const client = new QueryClient()
  const restored = Outbox.of(client).restore(ana.id)
  pageUser.isOver = true
  await restored
  expect(client.getQueryData(outboxQuery.queryKey)).toBeUndefined()
})

test('a remembered user is read again if the connection came back before', async () => {
  announce(ana.id)
  fakeApi({ 'GET /api/auth/user': { ...ana, lastName: 'Silva' } })
  const client = new QueryClient()
  watchSaves(client, { ...ana, isKept: true }, watch.signal)
  await expect.poll(() => client.getQueryData(currentUser.queryKey)?.lastName).toBe('Silva')
})

test('a page that is being hidden, as it is when it is left, begins no transaction; one that is shown again does', async () => {
  announce(ana.id)
  watchSaves(new QueryClient(), ana, watch.signal)
  await expect.poll(storedRows).not.toEqual([])
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const turn = async (isHidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
    // Whatever it begins comes before this.
    await deviceStore(ana.id).get('user')
  }
  await turn(true)
  expect(begun).toHaveBeenCalledTimes(1)
  await turn(false)
  expect(begun).toHaveBeenCalledTimes(3)
})
