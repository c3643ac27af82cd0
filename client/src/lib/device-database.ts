import { promisifyRequest, type UseStore } from 'idb-keyval'

export * as idb from 'idb-keyval'

const databaseName = 'lisa'
const tableName = 'device'

let opening: Promise<IDBDatabase> | undefined
/** Once the page was left: resolves when it is back. */
let returned: Promise<unknown> | undefined
const underWay = new Set<IDBTransaction>()

/** The table of all that this device keeps, for the functions of idb-keyval. */
export const rows: UseStore = async (mode, act) => {
  const database = await connect()
  const transaction = database.transaction(tableName, mode)
  underWay.add(transaction)
  for (const end of ['complete', 'abort'])
    transaction.addEventListener(end, () => underWay.delete(transaction))
  return act(transaction.objectStore(tableName))
}

/** Waits for other pages only if they do not close their connection. */
export function deleteDatabase(): Promise<unknown> {
  disconnect()
  return promisifyRequest(indexedDB.deleteDatabase(databaseName))
}

async function connect(): Promise<IDBDatabase> {
  await returned
  // Tried again after a failure such as a lost connection.
  const current = (opening ??= open().catch((error: unknown) => {
    opening = undefined
    throw error
  }))
  const database = await current
  // The page may have been left meanwhile.
  return current === opening ? database : connect()
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName)
  request.onupgradeneeded = () => request.result.createObjectStore(tableName)
  const database = await promisifyRequest(request)
  // Another window deletes the database, or Safari has closed the connection by itself.
  for (const loss of ['versionchange', 'close']) database.addEventListener(loss, disconnect)
  return database
}

function disconnect() {
  for (const transaction of underWay) {
    try {
      transaction.abort()
    } catch {
      // It is being committed.
    }
  }
  opening?.then(
    (database) => database.close(),
    () => {},
  )
  opening = undefined
}

// WebKit freezes a page that it keeps for the Back button even in the middle of a transaction, and all later pages would wait
// for that one, some even to delete the database. Closing the connection does not end a transaction.
window.addEventListener('pagehide', ({ persisted }) => {
  if (!persisted) return
  disconnect()
  returned = new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }))
})
