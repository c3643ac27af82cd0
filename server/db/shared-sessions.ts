import pg from 'pg'
import { StartupError } from '../startup-error'

const rounds = 3

/**
 * Refuses a pooler in transaction or statement mode, which shares one PostgreSQL session among several clients: connection
 * settings, prepared statements and the migration lock belong to a session. With such a pooler, two connections report the
 * same backend process, or one connection reports several.
 */
export async function refuseSharedSessions(pool: pg.Pool): Promise<void> {
  const clients = [1, 2].map(() => new pg.Client({ ...pool.options }).on('error', () => {}))
  try {
    for (const client of clients) await client.connect()
    const pids: (number | undefined)[] = []
    for (let round = 0; round < rounds; round++)
      for (const client of clients) {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        pids.push(rows[0]?.pid)
      }
    const [first, second] = pids
    const isOwn = first !== second && pids.every((pid, n) => pid === (n % 2 ? second : first))
    if (!isOwn)
      throw new StartupError(
        'DATABASE_URL leads to a pooler that shares one connection among several clients (PgBouncer with pool_mode = transaction or statement). Lisa needs pool_mode = session (docs/operations.md).',
      )
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}
