import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/db'

async function countBlocked(db: Db): Promise<number> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await db.execute(waiting)).rows.length
}

/** Whether a statement on this database waits for a lock that another transaction holds. */
export const isOneBlocked = async (db: Db) => (await countBlocked(db)) > 0

/** Resolves once `least` statements on this database wait for locks that other transactions hold. */
export async function untilBlocked(db: Db, least: number): Promise<void> {
  while ((await countBlocked(db)) < least) await setTimeout(10)
}

export const untilOneIsBlocked = (db: Db) => untilBlocked(db, 1)
