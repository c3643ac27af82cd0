import { lte, sql } from 'drizzle-orm'
import { reminderChannels, type DeliveryStatus } from '@shared/reminders'
import { users } from '@shared/schema'
import type { Db } from '../../db/db'
import { column, iso } from '../../db/parameters'
import { dueReminder, type DueReminder } from './due'
import type { ReminderSchedule } from './next-reminder'

/** Creates the deliveries of at most `limit` users whose reminder is due, and returns the number of these users. */
export function createDueDeliveries(db: Db, now: Date, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const { id, reminderTime, timezone, dailyReminderEnabled, phoneReminderEnabled, nextReminderAt } = users
    const due = await tx
      .select({ id, reminderTime, timezone, dailyReminderEnabled, phoneReminderEnabled, nextReminderAt })
      .from(users)
      .where(lte(nextReminderAt, now))
      .orderBy(nextReminderAt)
      .limit(limit)
      .for('no key update', { skipLocked: true })
    if (!due.length) return 0
    const dueReminderAt = rememberedDueReminder(now)
    const reminders = due.map((user) => ({ user, ...dueReminderAt(user, user.nextReminderAt ?? now) }))
    const rows = reminders.flatMap(({ user, day, missed }) => {
      const wanted = { email: user.dailyReminderEnabled, sms: user.phoneReminderEnabled }
      const channels = reminderChannels.filter((channel) => wanted[channel])
      const row = (status: DeliveryStatus, day?: string, error?: string) =>
        day
          ? channels.map((channel) => ({ userId: user.id, day, channel, status, error: error ?? null }))
          : []
      return row('skipped', missed, missedDay).concat(row('pending', day))
    })
    await tx.execute(sql`
      insert into reminder_deliveries
        (user_id, local_date, channel, status, last_error, next_attempt_at, created_at, updated_at)
      select user_id, day, channel, status, error, case status when 'pending' then ${iso(now)}::timestamptz end,
        ${iso(now)}::timestamptz, ${iso(now)}::timestamptz
      from unnest(
        ${column(rows, (row) => row.userId)}::uuid[], ${column(rows, (row) => row.day)}::date[],
        ${column(rows, (row) => row.channel)}::text[], ${column(rows, (row) => row.status)}::text[],
        ${column(rows, (row) => row.error)}::text[]
      ) as row (user_id, day, channel, status, error)
      on conflict (user_id, local_date, channel) do nothing`)
    await tx.execute(sql`
      update users set next_reminder_at = later.at
      from unnest(${column(due, ({ id }) => id)}::uuid[], ${column(reminders, ({ next }) => iso(next))}::timestamptz[])
        as later (id, at)
      where users.id = later.id`)
    return due.length
  })
}

/** Caches the slow calendar computation: many users are due at the same time in the same zone. */
function rememberedDueReminder(now: Date): (schedule: ReminderSchedule, at: Date) => DueReminder {
  const known = new Map<string, DueReminder>()
  return ({ reminderTime, timezone }, at) => {
    const key = `${at.getTime()} ${reminderTime} ${timezone}`
    const reminder = known.get(key) ?? dueReminder({ reminderTime, timezone }, at, now)
    known.set(key, reminder)
    return reminder
  }
}

const missedDay = 'Lisa was not running before the end of that day'
