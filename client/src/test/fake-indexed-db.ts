import { vi } from 'vitest'

type Request = { result: unknown; onsuccess?: () => void; onupgradeneeded?: () => void }
type Transaction = { oncomplete?: () => void; onabort?: () => void; error?: DOMException }

/** The stored values, by the JSON of their keys. */
const rows = new Map<string, unknown>()
let isFull = false

/** The part of IndexedDB that lib/device-store.ts needs, because happy-dom has none. If `full`, nothing can be added. */
export function fakeIndexedDb({ full = false } = {}) {
  rows.clear()
  isFull = full
  vi.stubGlobal('indexedDB', { open: () => succeed(() => ({ transaction })) })
  return rows
}

function transaction() {
  const own: Transaction = {}
  const before = new Map(rows)
  let open = 0
  const act = (work: () => unknown) => {
    open++
    return succeed(work, () => --open || queueMicrotask(() => open || end()))
  }
  function end() {
    if (!isFull || rows.size <= before.size) return own.oncomplete?.()
    rows.clear()
    for (const [key, value] of before) rows.set(key, value)
    own.onabort?.()
  }
  const store = {
    transaction: own,
    get: (key: unknown) => act(() => structuredClone(rows.get(JSON.stringify(key)))),
    put: (value: unknown, key: unknown) =>
      act(() => void rows.set(JSON.stringify(key), structuredClone(value))),
    delete: (key: unknown) => act(() => void rows.delete(JSON.stringify(key))),
    clear: () => act(() => rows.clear()),
    getAllKeys: () => act(() => [...rows.keys()].map((key) => JSON.parse(key))),
    getAll: () => act(() => structuredClone([...rows.values()])),
  }
  return { objectStore: () => store }
}

function succeed(work: () => unknown, then = () => {}): Request {
  const request: Request = { result: undefined }
  queueMicrotask(() => {
    request.result = work()
    request.onsuccess?.()
    then()
  })
  return request
}
