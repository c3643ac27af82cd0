import { and, eq, sql } from 'drizzle-orm'
import type { DeliveryStatus, ReminderChannel } from '@shared/reminders'
import { dailyMessages, reminderDeliveries } from '@shared/schema'
import { builtOnce, type Db } from '../../db/db'
import { column, iso } from '../../db/parameters'
import { whyUndelivered } from '../../senders/undelivered'

/** How long a claim lasts, and how long a row stays `sending` without an outcome. */
const leaseMs = 2 * 60_000

/** A claimed row of the ledger, joined with its user. No other process takes it before `lease` is over. */
export type Delivery = {
  id: string
  userId: string
  localDate: string
  channel: ReminderChannel
  attempts: number
  lease: string
  firstName: string | null
  email: string | null
  phoneNumber: string | null
  timezone: string
  isWanted: boolean
}

/**
 * The outcome of a delivery, stored only if the row still has `lease`: that of the claim, or the one it got when it became
 * `sending`. A row with another lease has been taken over by another process.
 */
export type Outcome = {
  id: string
  lease: string
  isSending: boolean
  status: DeliveryStatus
  attempts: number
  nextAttemptAt?: Date
  providerId?: string
  lastError?: string
}

const lease = (now: Date) => new Date(now.getTime() + leaseMs).toISOString()

const prepared = builtOnce((db) => {
  const { id, status, leaseUntil, attempts } = reminderDeliveries
  const at = (name: string) => sql`${sql.placeholder(name)}::timestamptz`
  return {
    begin: db
      .update(reminderDeliveries)
      .set({
        status: 'sending',
        attempts: sql`${attempts} + 1`,
        leaseUntil: at('until'),
        nextAttemptAt: null,
        handOverLog: sql`${sql.placeholder('log')}::uuid`,
        updatedAt: at('now'),
      })
      .from(
        sql`unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('leases')}::timestamptz[]) as mine (id, lease)`,
      )
      .where(sql`${id} = mine.id and ${status} = 'pending' and ${leaseUntil} = mine.lease`)
      .returning({ id })
      .prepare('begin_sending'),
  }
})

/** Claims at most `limit` deliveries to be tried now. If this process dies, others can claim them after the lease. */
export async function claim(db: Db, channel: ReminderChannel, now: Date, limit: number): Promise<Delivery[]> {
  const { rows } = await db.execute<Delivery>(sql`
    with claimed as (
      update reminder_deliveries set lease_until = ${lease(now)}, next_attempt_at = ${lease(now)}
      where id in (
        select id from reminder_deliveries
        where status = 'pending' and channel = ${channel} and next_attempt_at <= ${iso(now)}
        order by next_attempt_at limit ${limit} for update skip locked
      )
      returning *
    )
    select claimed.id, user_id as "userId", local_date as "localDate", channel, attempts, lease_until as lease,
      first_name as "firstName", email, phone_number as "phoneNumber", timezone,
      case channel when 'email' then daily_reminder_enabled else phone_reminder_enabled end as "isWanted"
    from claimed join users on users.id = claimed.user_id`)
  return rows
}

/**
 * Sets those rows to `sending` that this process still has, and returns their ids and their new lease. `log` is the id of
 * the hand-over log of this process, if it has one.
 */
export async function beginSending(
  db: Db,
  claimed: Delivery[],
  log: string | undefined,
  now: Date,
): Promise<{ ids: Set<string>; lease: string }> {
  const until = lease(now)
  const rows = await prepared(db).begin.execute({
    ids: claimed.map(({ id }) => id),
    leases: claimed.map((delivery) => delivery.lease),
    log: log ?? null,
    until,
    now: iso(now),
  })
  return { ids: new Set(rows.map(({ id }) => id)), lease: until }
}

/** Stores outcomes, and on the users the day of their last reminder. */
export async function record(db: Db, outcomes: Outcome[], now: Date): Promise<void> {
  await db.execute(sql`
    with done as (
      update reminder_deliveries as d
      set status = o.status, attempts = o.attempts, next_attempt_at = o.next_attempt_at, lease_until = null,
        hand_over_log = null, provider_id = o.provider_id, last_error = o.last_error, updated_at = ${iso(now)}
      from unnest(
        ${column(outcomes, ({ id }) => id)}::uuid[],
        ${column(outcomes, ({ lease }) => lease)}::timestamptz[],
        ${column(outcomes, ({ isSending }) => isSending)}::boolean[],
        ${column(outcomes, ({ status }) => status)}::text[],
        ${column(outcomes, ({ attempts }) => attempts)}::int[],
        ${column(outcomes, ({ nextAttemptAt }) => iso(nextAttemptAt))}::timestamptz[],
        ${column(outcomes, ({ providerId }) => providerId ?? null)}::text[],
        ${column(outcomes, ({ lastError }) => lastError ?? null)}::text[]
      ) as o (id, lease, is_sending, status, attempts, next_attempt_at, provider_id, last_error)
      where d.id = o.id and d.lease_until = o.lease
        and case when o.is_sending then d.status in ('sending', 'unknown') else d.status = 'pending' end
      returning d.user_id, d.local_date, d.status
    ), reminded as (
      -- Always lock the users in the same order, to avoid a deadlock of two such statements.
      select users.id, done.local_date from users join done on users.id = done.user_id
      where done.status = 'sent' and (last_reminder_sent is null or last_reminder_sent < done.local_date)
      order by users.id for no key update of users
    )
    update users set last_reminder_sent = reminded.local_date from reminded where users.id = reminded.id`)
}

const undelivered = ['canceled', 'failed', 'undelivered']
const delivered = ['delivered', 'read']

/**
 * Sets a sent reminder to `failed` if its text was not delivered, and back if it was. Called after the outcome of the send
 * is stored and after a report of the provider is stored: whichever comes second sees both.
 */
export async function settleText(
  db: Db,
  { userId, sid }: { userId: string; sid: string },
  now: Date,
): Promise<void> {
  const [text] = await db
    .select({ status: dailyMessages.deliveryStatus, error: dailyMessages.deliveryError })
    .from(dailyMessages)
    .where(and(eq(dailyMessages.userId, userId), eq(dailyMessages.messageSid, sid)))
  const hasFailed = undelivered.includes(text?.status ?? '')
  if (!text || !(hasFailed || delivered.includes(text.status ?? ''))) return
  const [from, to] = hasFailed ? (['sent', 'failed'] as const) : (['failed', 'sent'] as const)
  await db
    .update(reminderDeliveries)
    .set({ status: to, lastError: hasFailed ? whyUndelivered(text.error) : null, updatedAt: now })
    .where(
      and(
        eq(reminderDeliveries.userId, userId),
        eq(reminderDeliveries.channel, 'sms'),
        eq(reminderDeliveries.providerId, sid),
        eq(reminderDeliveries.status, from),
      ),
    )
}
