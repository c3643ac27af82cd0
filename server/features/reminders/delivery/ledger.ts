import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { ReminderChannel } from '@shared/reminders'
import { reminderDeliveries as deliveries, users } from '@shared/schema'
import type { Db } from '../../../db/db'
import { deleteInBatches } from '../../../db/delete-in-batches'
import { dueRows } from '../../../db/due-rows'
import { iso } from '../../../db/parameters'
import { recipient } from '../reminders-repository'
import { dueReminder } from './due'

type Row = typeof deliveries.$inferSelect

/** A claimed row, joined with its user. `attempts` counts the attempt that the claim begins. */
export type Delivery = Awaited<ReturnType<typeof claim>>[number]

export type Outcome = Pick<Delivery, 'id' | 'lease' | 'attempts'> &
  Pick<Row, 'status'> & { nextAttemptAt?: Date; providerId?: string | null; lastError?: string }

/** How long a row may stay `sending` before its process counts as dead. */
const leaseMs = 2 * 60_000
const missedDay = 'Lisa was unavailable until the end of that day'

/** Creates the deliveries of at most `limit` users whose reminder is due, and returns the number of these users. */
export const createDue = (db: Db, now: Date, limit: number): Promise<number> =>
  db.transaction(async (tx) => {
    const { id, reminderTime, timezone, nextReminderAt: at } = users
    const due = await tx
      .select({ id, reminderTime, timezone, at })
      .from(users)
      .where(lte(at, now))
      .orderBy(at)
      .limit(limit)
      .for('no key update', { skipLocked: true })
    if (!due.length) return 0
    const reminders = due.map((user) => ({ id: user.id, ...dueReminder(user, user.at ?? now, now) }))
    await tx.execute(sql`
      with due as (
        update users set next_reminder_at = case
            when daily_reminder_enabled or phone_reminder_enabled or has_device then row.next end
        from jsonb_to_recordset(${JSON.stringify(reminders)}) as row (id uuid, day date, missed date, next timestamptz),
          lateral (select exists (select from push_devices where user_id = row.id) as has_device) as devices
        where users.id = row.id
        returning row.*, daily_reminder_enabled, phone_reminder_enabled, has_device
      )
      insert into reminder_deliveries
        (user_id, channel, local_date, status, last_error, next_attempt_at, created_at, updated_at)
      select id, channel, local_date, status, error, try_at, ${iso(now)}, ${iso(now)}
      from due,
        lateral (values
          ('email', daily_reminder_enabled), ('sms', phone_reminder_enabled), ('push', has_device)
        ) as c (channel, is_on),
        lateral (values
          (missed, 'skipped', ${missedDay}, null::timestamptz), (day, 'pending', null, ${iso(now)}::timestamptz)
        ) as d (local_date, status, error, try_at)
      where is_on and local_date is not null
      on conflict (user_id, local_date, channel) do nothing`)
    return due.length
  })

/** Marks at most `limit` deliveries to be tried now as `sending`. Once that is committed nobody else sends them. */
export async function claim(db: Db, channel: ReminderChannel, now: Date, limit: number) {
  const lease = new Date(now.getTime() + leaseMs)
  const where = and(eq(deliveries.status, 'pending'), eq(deliveries.channel, channel))
  const { due, isDue } = dueRows(db, deliveries, {
    key: [deliveries.id],
    dueAt: deliveries.nextAttemptAt,
    where,
    now,
    limit,
  })
  const claimed = await db
    .with(due)
    .update(deliveries)
    .set({
      status: 'sending',
      attempts: sql`${deliveries.attempts} + 1`,
      nextAttemptAt: null,
      updatedAt: now,
      leaseUntil: lease,
    })
    .from(users)
    .where(and(isDue, eq(users.id, deliveries.userId)))
    .returning({
      ...recipient,
      id: deliveries.id,
      userId: deliveries.userId,
      localDate: deliveries.localDate,
      channel: deliveries.channel,
      attempts: deliveries.attempts,
      providerId: deliveries.providerId,
      begunAt: deliveries.createdAt,
      reminderTime: users.reminderTime,
      isWanted: {
        email: users.dailyReminderEnabled,
        sms: users.phoneReminderEnabled,
        push: sql<boolean>`true`,
      }[channel],
    })
  return claimed.map((delivery) => ({ ...delivery, lease }))
}

/**
 * Stores outcomes, and on the users the day of their last reminder. A process that slept through its lease still tells
 * what became of a row that others hold for `unknown`.
 */
export async function settle(db: Db, outcomes: Outcome[], now: Date): Promise<void> {
  await db.execute(sql`
    with settled as (
      update reminder_deliveries as d
      set status = o.status, attempts = o.attempts, next_attempt_at = o."nextAttemptAt", lease_until = null,
        provider_id = o."providerId", last_error = o."lastError", updated_at = ${iso(now)}
      from jsonb_to_recordset(${JSON.stringify(outcomes)}) as o (
        id uuid, lease timestamptz, status text, attempts int, "nextAttemptAt" timestamptz, "providerId" text,
        "lastError" text
      )
      where d.id = o.id and d.lease_until = o.lease and d.status in ('sending', 'unknown')
      returning d.user_id, d.local_date, d.status, d.provider_id
    ), reminded as (
      -- Always lock the users in the same order, to avoid a deadlock of two such statements.
      select users.id, local_date from users join settled on users.id = user_id
      where (status = 'sent' or provider_id is not null) and (last_reminder_sent is null or last_reminder_sent < local_date)
      order by users.id for no key update of users
    )
    update users set last_reminder_sent = local_date from reminded where users.id = reminded.id`)
}

/**
 * Sets deliveries whose process died while sending to `unknown`, since each may have arrived. A notification that a
 * device has taken before becomes `sent`. Returns how many were set.
 */
export async function giveUpInterrupted(db: Db, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update reminder_deliveries set status = case when provider_id is null then 'unknown' else 'sent' end,
      last_error = case when provider_id is null then last_error end, updated_at = ${iso(now)}
    where status = 'sending' and lease_until <= ${iso(now)}`)
  return rowCount ?? 0
}

/** Sets a sent reminder to `failed` with the reason why its text was not delivered; without a reason, back to `sent`. */
export async function applyReport(db: Db, userId: string, sid: string, lastError: string | null, now: Date) {
  const [before, status] = lastError ? (['sent', 'failed'] as const) : (['failed', 'sent'] as const)
  const { userId: owner, channel, providerId, status: stored } = deliveries
  await db
    .update(deliveries)
    .set({ status, lastError, updatedAt: now })
    .where(and(eq(owner, userId), eq(channel, 'sms'), eq(providerId, sid), eq(stored, before)))
}

/**
 * Until the end of the transaction nothing more is sent to a user whose row it has locked. False while something is being
 * sent. Throws instead of waiting for a claim under way: the claim may be settled at once, and `settle` locks deliveries
 * before users, so both would wait for each other.
 */
export async function holdBack(tx: Db, userId: string, now: Date): Promise<boolean> {
  const { id, status, leaseUntil } = deliveries
  const mine = (which: Row['status']) => and(eq(deliveries.userId, userId), eq(status, which))
  await tx.select({ id }).from(deliveries).where(mine('pending')).for('update', { noWait: true })
  const isSending = and(mine('sending'), gt(leaseUntil, now))
  return (await tx.select({ id }).from(deliveries).where(isSending)).length === 0
}

/** Deletes the deliveries of all users from before `day`. */
export const deleteOldDeliveries = (db: Db, day: string, stopping: AbortSignal): Promise<void> =>
  deleteInBatches(db, deliveries, sql`local_date < ${day}`, stopping)
