import type pg from 'pg'
import { runningVersion } from '../version'

/**
 * The oldest version of Lisa that runs on the schema of this database, where it is later than the running one. A migration
 * that takes away what earlier versions need ends with `COMMENT ON SCHEMA drizzle IS '1.2.0'`, which every role may read.
 */
export async function laterVersionNeeded(db: pg.Pool | pg.Client): Promise<string | undefined> {
  const { rows } = await db.query<{ oldest: string | null }>(
    `select obj_description(to_regnamespace('drizzle'), 'pg_namespace') as oldest`,
  )
  const oldest = rows[0]?.oldest ?? ''
  if (!/^\d+\.\d+\.\d+$/.test(oldest)) return undefined
  return oldest.localeCompare(runningVersion().version, 'en', { numeric: true }) > 0 ? oldest : undefined
}
