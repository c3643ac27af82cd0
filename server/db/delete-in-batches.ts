import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db'

const batchRows = 5_000

/**
 * Deletes the rows of `table` for which `isOld` holds, each batch in a transaction of its own. Instances that delete at
 * the same moment skip each other's rows.
 */
export async function deleteInBatches(
  db: Db,
  table: PgTable,
  isOld: SQL,
  stopping: AbortSignal,
): Promise<void> {
  const batch = sql`select id from ${table} where ${isOld} limit ${batchRows} for update skip locked`
  let deleted = batchRows
  while (deleted === batchRows && !stopping.aborted)
    deleted = (await db.execute(sql`delete from ${table} where id = any(array(${batch}))`)).rowCount ?? 0
}
