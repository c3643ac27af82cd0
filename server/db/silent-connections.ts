import type pg from 'pg'

/**
 * A connection whose answer does not come (`query_timeout`) is destroyed at once: in a transaction the rollback would wait
 * as long again. So are the idle ones, which are likely to be silent too: requests would find that out one by one.
 */
export function discardSilentConnections(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>()
  const check = (error: unknown, client: pg.PoolClient) => {
    if (!(error instanceof Error) || error.message !== 'Query read timeout') return
    for (const silent of [client, ...idle]) silent.connection.stream.destroy()
  }
  pool.on('acquire', (client) => void idle.delete(client))
  pool.on('remove', (client) => void idle.delete(client))
  pool.on('release', (error: unknown, client) => {
    check(error, client)
    if (!error) idle.add(client)
  })
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      const answer = query(...given)
      // Without a promise it is a statement of the pool itself, which releases the connection with the error.
      if (answer instanceof Promise) answer.catch((error: unknown) => check(error, client))
      return answer
    }) as typeof client.query
  })
}
