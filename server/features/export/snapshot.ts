import type pg from 'pg'
import { connectBeside, type Db, drizzleOn } from '../../db/db'

export type Snapshot = { db: Db; close: () => Promise<void> }

/**
 * The database as it is at this moment, however long it is read and whatever is written meanwhile. The connection is one
 * of its own, and ends with `close`.
 */
export async function openSnapshot(pool: pg.Pool): Promise<Snapshot> {
  const client = await connectBeside(pool)
  let closing: Promise<void> | undefined
  const close = () => (closing ??= client.end())
  try {
    await client.query('begin transaction isolation level repeatable read read only')
  } catch (error) {
    await close()
    throw error
  }
  return { db: drizzleOn(client), close }
}
