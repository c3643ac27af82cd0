import * as idb from 'idb-keyval'

const databaseName = 'lisa'
const tableName = 'device'

let opening: Promise<IDBDatabase> | undefined
/** Once the page was left: resolves when it is back. */
let returned: Promise<unknown> | undefined
const underWay = new Set<IDBTransaction>()

export type RowKey = [userId: string, key: string]
export type Device = ReturnType<typeof deviceUntil>

/** All that this device keeps. A transaction that `limit` finds under way is aborted. */
export function deviceUntil(limit: AbortSignal) {
  /** For the functions of idb-keyval. */
  const rows: idb.UseStore = async (mode, act) => {
    const database = await connect()
    limit.throwIfAborted()
    const transaction = watched(database.transaction(tableName, mode))
    limit.addEventListener('abort', () => abort(transaction))
    return act(transaction.objectStore(tableName))
  }
  return {
    idb,
    rows,

    /** Those of one user, or of all, whose keys begin with `prefix`. */
    async values<T>(prefix: string, userId?: string): Promise<T[]> {
      const entries = await idb.entries<RowKey, T>(rows)
      return entries
        .filter(([[owner, key]]) => key.startsWith(prefix) && owner === (userId ?? owner))
        .map(([, value]) => value)
    },

    /** Resolves with true once all is stored that `act` requests in a transaction, or with false if that returns false. */
    write: (act: (table: IDBObjectStore) => unknown) =>
      rows('readwrite', async (table) => {
        if (act(table) === false) return false
        await idb.promisifyRequest(table.transaction)
        return true
      }),

    /** Waits for other pages only if they do not close their connection. */
    async deleteDatabase() {
      await returned
      limit.throwIfAborted()
      disconnect()
      await idb.promisifyRequest(indexedDB.deleteDatabase(databaseName))
      return true
    },
  }
}

async function connect(): Promise<IDBDatabase> {
  await returned
  const current = (opening ??= open())
  try {
    return await current
  } catch (error) {
    // The next call tries again.
    if (current === opening) opening = undefined
    throw error
  }
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName)
  request.onupgradeneeded = () => {
    if (request.transaction) watched(request.transaction)
    request.result.createObjectStore(tableName)
  }
  const database = await idb.promisifyRequest(request)
  // Another window deletes the database, or Safari has closed the connection by itself.
  for (const loss of ['versionchange', 'close']) database.addEventListener(loss, disconnect)
  return database
}

function watched(transaction: IDBTransaction) {
  underWay.add(transaction)
  for (const end of ['complete', 'abort'])
    transaction.addEventListener(end, () => underWay.delete(transaction))
  return transaction
}

function abort(transaction: IDBTransaction) {
  try {
    transaction.abort()
  } catch {
    // It has ended, or is being committed.
  }
}

function disconnect() {
  underWay.forEach(abort)
  // Calls that still wait for it find it closed and fail. They are not made later, when somebody else may be signed in.
  opening?.then(
    (database) => database.close(),
    () => {},
  )
  opening = undefined
}

// WebKit freezes a page that it keeps for the Back button, even in the middle of a transaction. Every later page would wait for
// that transaction: closing the connection does not end it, aborting does.
window.addEventListener('pagehide', ({ persisted }) => {
  if (!persisted) return
  disconnect()
  returned = new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }))
})
