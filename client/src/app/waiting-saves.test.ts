import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { currentUser } from '@/features/auth/use-user'
import { connection } from '@/lib/connection'
import { deviceStore } from '@/lib/device-store'
import { keptEntries } from '@/lib/kept-entries'
import { announce, pageUser } from '@/lib/page-user'
import { anEntry } from '@/test/entries'
import { fakeApi } from '@/test/fake-api'
import { fakeIndexedDb } from '@/test/fake-indexed-db'
import { ana } from '@/test/render-app'
import { watchSaves } from './waiting-saves'

const ben = { ...ana, id: '0b0f8a52-6c1d-4f0e-9a55-0a3c1a5e7a02', firstName: 'Ben' }
const never = new AbortController().signal

let rows: Map<string, unknown>
beforeEach(() => {
  rows = fakeIndexedDb()
  connection.found('ok')
  pageUser.id = ana.id
})

test('a window whose user was replaced before it began leaves what is kept of the new one', async () => {
  announce(ben.id)
  await keptEntries(ben.id).start([anEntry({ wins: 'Tea' })])
  const before = [...rows.keys()]
  watchSaves(new QueryClient(), ana, never)
  // Whatever it does comes before this in the database.
  for (let i = 0; i < 3; i++) await deviceStore(ben.id).get('user')
  expect([...rows.keys()]).toEqual(before)
})

test('a remembered user is read again if the connection came back before', async () => {
  announce(ana.id)
  fakeApi({ 'GET /api/auth/user': { ...ana, lastName: 'Silva' } })
  const client = new QueryClient()
  watchSaves(client, { ...ana, isKept: true }, never)
  await expect.poll(() => client.getQueryData(currentUser.queryKey)?.lastName).toBe('Silva')
})
