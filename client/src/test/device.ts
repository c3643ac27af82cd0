import { vi } from 'vitest'

const rows = new Map<string, { key: unknown; value: unknown }>()
const entries = vi.fn<() => Promise<unknown>>()

/** Replaces idb-keyval by a Map. Tests that do not call it have no IndexedDB. */
export function fakeDevice() {
  rows.clear()
  vi.stubGlobal('indexedDB', {})
  entries.mockImplementation(async () =>
    [...rows.values()].map(({ key, value }) => [key, structuredClone(value)]),
  )
  vi.doMock('idb-keyval', () => ({
    createStore: () => undefined,
    get: async (key: unknown) => structuredClone(rows.get(JSON.stringify(key))?.value),
    set: async (key: unknown, value: unknown) =>
      void rows.set(JSON.stringify(key), { key, value: structuredClone(value) }),
    del: async (key: unknown) => void rows.delete(JSON.stringify(key)),
    entries,
    clear: async () => rows.clear(),
  }))
  return {
    rows,
    entries,
    /** The saves that wait on the device. */
    waiting: () =>
      [...rows.values()].map(({ value }) => value as { values?: object }).filter((value) => value.values),
  }
}
