import type pg from 'pg'
import type { Log } from '../log'

/** Warns of a pooler that drops the settings with which connections begin (`options` in db.ts), as PgBouncer may. */
export async function warnOfDroppedSettings(pool: pg.Pool, log: Log): Promise<void> {
  const { rows } = await pool.query<{ timeout: string; quota: string | null }>(
    `select current_setting('statement_timeout') as timeout, current_setting('lisa.quota_bytes', true) as quota`,
  )
  const missing = [
    rows[0]?.timeout === '0' && 'statements have no time limit',
    !rows[0]?.quota && 'users have no quota',
  ].filter(Boolean)
  if (missing.length)
    log.warn(
      `The settings of database connections are lost on the way, so ${missing.join(' and ')}: set them for the database (docs/operations.md)`,
    )
}
