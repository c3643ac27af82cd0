import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/db'

/** Whether a statement on this database waits for a lock that another transaction holds. */
export async function isOneBlocked(db: Db): Promise<boolean> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await db.execute(waiting)).rows.length > 0
}

/** Resolves once a statement on this database waits for a lock that another transaction holds. */
export async function untilOneIsBlocked(db: Db): Promise<void> {
  while (!(await isOneBlocked(db))) await setTimeout(10)
}
