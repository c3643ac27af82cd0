import { and, eq, sql } from 'drizzle-orm'
import type { DeliveryStatus, ReminderChannel } from '@shared/reminders'
import { dailyMessages, reminderDeliveries } from '@shared/schema'
import { builtOnce, type Db } from '../../db/db'
import { column, iso } from '../../db/parameters'
import { whyUndelivered } from '../../senders/undelivered'

/** The lease of a claim, and of a message that was handed over and has no outcome yet. */
const leaseMs = 2 * 60_000

/** A claimed row of the ledger with what it takes to send it. Nobody else touches it until `lease` is over. */
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
 * What became of a delivery under `lease`: that of its claim, or of its mark if it was marked. Whoever has another lease
 * by then has taken it over, and knows better.
 */
export type Outcome = {
  id: string
  lease: string
  isMarked: boolean
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

/** Takes at most `limit` deliveries that can be tried now. If this process dies they are free again after the lease. */
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
 * Notes that these are handed over now, under the log in which this process notes it if it has one, and answers with
 * those that still were this process's to hand over, and the lease they have now.
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

/** Writes down what became of deliveries, and on the users when their newest reminder went out. */
export async function record(db: Db, outcomes: Outcome[], now: Date): Promise<void> {
  await db.execute(sql`
    with done as (
      update reminder_deliveries as d
      set status = o.status, attempts = o.attempts, next_attempt_at = o.next_attempt_at, lease_until = null,
        hand_over_log = null, provider_id = o.provider_id, last_error = o.last_error, updated_at = ${iso(now)}
      from unnest(
        ${column(outcomes, ({ id }) => id)}::uuid[],
        ${column(outcomes, ({ lease }) => lease)}::timestamptz[],
        ${column(outcomes, ({ isMarked }) => isMarked)}::boolean[],
        ${column(outcomes, ({ status }) => status)}::text[],
        ${column(outcomes, ({ attempts }) => attempts)}::int[],
        ${column(outcomes, ({ nextAttemptAt }) => iso(nextAttemptAt))}::timestamptz[],
        ${column(outcomes, ({ providerId }) => providerId ?? null)}::text[],
        ${column(outcomes, ({ lastError }) => lastError ?? null)}::text[]
      ) as o (id, lease, is_marked, status, attempts, next_attempt_at, provider_id, last_error)
      where d.id = o.id and d.lease_until = o.lease
        and case when o.is_marked then d.status in ('sending', 'unknown') else d.status = 'pending' end
      returning d.user_id, d.local_date, d.status
    ), reminded as (
      -- In one order, or two of these at once could wait for each other for ever.
      select users.id, done.local_date from users join done on users.id = done.user_id
      where done.status = 'sent' and (last_reminder_sent is null or last_reminder_sent < done.local_date)
      order by users.id for no key update of users
    )
    update users set last_reminder_sent = reminded.local_date from reminded where users.id = reminded.id`)
}

const undelivered = ['canceled', 'failed', 'undelivered']
const delivered = ['delivered', 'read']

/**
 * A reminder whose text did not arrive has failed. Called by whoever wrote down the sending and by whoever wrote down
 * the provider's report of it, each afterwards: the second of the two sees both.
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
