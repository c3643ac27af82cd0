import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db'

const batchRows = 5_000

/**
 * Deletes the rows of `table` for which `isOld` holds, or does to them what `change` says, each batch in a transaction of its
 * own. Instances that do so at the same moment skip each other's rows.
 */
export async function deleteInBatches(
  db: Db,
  table: PgTable,
  isOld: SQL,
  stopping: AbortSignal,
  change = sql`delete from ${table}`,
): Promise<void> {
  const batch = sql`select id from ${table} where ${isOld} limit ${batchRows} for update skip locked`
  let changed = batchRows
  while (changed === batchRows && !stopping.aborted)
    changed = (await db.execute(sql`${change} where id = any(array(${batch}))`)).rowCount ?? 0
}
