import { sql } from 'drizzle-orm'
import type { Db } from '../../db/db'
import { column, iso } from '../../db/parameters'

/** Sets deliveries whose process died while sending to `unknown`: each may have arrived. Returns how many. */
export async function giveUpInterrupted(db: Db, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update reminder_deliveries set status = 'unknown', updated_at = ${iso(now)}
    where id in (
      select id from reminder_deliveries where status = 'sending' and lease_until <= ${iso(now)}
      for update skip locked
    )`)
  return rowCount ?? 0
}

/** A delivery whose process died before it stored the outcome. `log` is the id of that process's log of hand-overs. */
export type Interrupted = { id: string; attempts: number; log: string }

export async function interruptedUnder(db: Db, logs: string[], now: Date): Promise<Interrupted[]> {
  const { rows } = await db.execute<Interrupted>(sql`
    select id, attempts, hand_over_log as log from reminder_deliveries
    where status = 'unknown' and hand_over_log = any(${sql.param(logs)}::uuid[]) and lease_until <= ${iso(now)}`)
  return rows
}

/** Leaves these `unknown` for good: their logs do not prove that they are unsent. */
export async function closeInterrupted(db: Db, closed: Interrupted[]): Promise<void> {
  await db.execute(sql`
    update reminder_deliveries as d set hand_over_log = null from ${rowsOf(closed)} where ${isUntouched}`)
}

/** Sets unsent deliveries back to `pending`. Returns how many, without those that another process has set back. */
export async function takeBack(db: Db, unsent: Interrupted[], now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update reminder_deliveries as d
    set status = 'pending', next_attempt_at = ${iso(now)}, lease_until = null, hand_over_log = null,
      updated_at = ${iso(now)}
    from ${rowsOf(unsent)} where ${isUntouched}`)
  return rowCount ?? 0
}

const rowsOf = (rows: Interrupted[]) => sql`
  unnest(
    ${column(rows, ({ id }) => id)}::uuid[], ${column(rows, ({ attempts }) => attempts)}::int[],
    ${column(rows, ({ log }) => log)}::uuid[]
  ) as found (id, attempts, log)`

/** Not changed since it was read: another attempt may have ended as unknown too. */
const isUntouched = sql`
  d.id = found.id and d.status = 'unknown' and d.attempts = found.attempts and d.hand_over_log = found.log`
