import { IDBObjectStore, indexedDB } from 'fake-indexeddb'
import { beforeEach, expect, vi } from 'vitest'
import { deviceUntil } from '@/lib/device/device-database'

const name = 'lisa'
const table = 'device'

/** Gives each test an empty IndexedDB, which happy-dom lacks. Tests that do not call it have none. */
export const emptyDevice = () =>
  beforeEach(async () => {
    vi.stubGlobal('indexedDB', indexedDB)
    // Waits until the page has closed the connection of the test before.
    await done(indexedDB.deleteDatabase(name))
  })

/** From now on nothing can be added. */
export const fillDevice = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })

export type Row = { key: [userId: string, name: string]; value: unknown }

/** Of all users. */
export const storedRows = () =>
  inTable('readonly', async (rows) => {
    const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())])
    return keys.map((key, i) => ({ key, value: values[i] }) as Row)
  })

export const storeRow = ({ key, value }: Row) => inTable('readwrite', (rows) => done(rows.put(value, key)))

/** The saves that wait on the device. */
export const waitingSaves = async () =>
  (await storedRows()).map(({ value }) => value as { values?: object }).filter((value) => value.values)

/** A transaction of this page that goes on until it is aborted, without the time limit that Lisa's own have. */
export async function endlessTransaction() {
  const begun = vi.fn<() => void>()
  const { rows } = deviceUntil(new AbortController().signal)
  const ended = rows('readwrite', (table) => keepBusy(table, begun)).catch((error: unknown) => error)
  await vi.waitFor(() => expect(begun).toHaveBeenCalled())
  return { ended }
}

/** A page that the browser has frozen in the middle of a transaction: all others wait until it is resumed. */
export async function frozenPage() {
  const begun = vi.fn<() => void>()
  let isFrozen = true
  const ended = inTable('readwrite', (table) => keepBusy(table, begun, () => isFrozen))
  await vi.waitFor(() => expect(begun).toHaveBeenCalled())
  return {
    resume() {
      isFrozen = false
      return ended
    },
  }
}

/** Makes requests, so that the transaction goes on. */
export async function keepBusy(table: Table, begun: () => void, isFrozen = () => true) {
  while (isFrozen()) {
    await done(table.count())
    begun()
  }
}

type Table = globalThis.IDBObjectStore

async function inTable<R>(mode: IDBTransactionMode, act: (rows: Table) => Promise<R>) {
  const request = indexedDB.open(name)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(table))
  const database = await done(request)
  try {
    return await act(database.transaction(table, mode).objectStore(table))
  } finally {
    database.close()
  }
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
