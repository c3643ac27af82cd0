import type { AppContext } from './context'
import { migrationLock } from './db/migrate'

/** A job: an instance that migrates, or waits for a lock to do so, serves no metrics yet, so running ones report it. */
export async function watchMigration({ pool, metrics }: AppContext): Promise<void> {
  const { rows } = await pool.query<{ holders: number }>(
    `select count(*)::int as holders from pg_locks
     where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())`,
    [migrationLock],
  )
  metrics.migrationUnderWay.set(rows[0]?.holders ?? 0)
}
