import { and, desc, eq, gte, max, sql } from 'drizzle-orm'
import {
  type ReminderChannel,
  type LatestDeliveriesView,
  type ReminderSettingsInput,
  type ReminderSettingsView,
} from '@shared/reminders'
import { addDays } from '@shared/dates'
import { phoneCodes, reminderDeliveries, users } from '@shared/schema'
import { localDay } from '@shared/timezones'
import type { Db } from '../../db/db'
import { AppError, UnauthorizedError } from '../../http/errors'
import { nextAfterChange } from './delivery/due'
import { nextReminder } from './next-reminder'

const settings = {
  dailyReminderEnabled: users.dailyReminderEnabled,
  reminderTime: users.reminderTime,
  timezone: users.timezone,
  // The number in the settings: the new one while it waits for its code.
  phoneNumber: sql<string | null>`coalesce(${users.pendingPhoneNumber}, ${users.phoneNumber})`,
  phoneReminderEnabled: users.phoneReminderEnabled,
}
type SettingsRow = Pick<typeof users.$inferSelect, keyof typeof settings>

const view = (row: SettingsRow): ReminderSettingsView => ({
  ...row,
  reminderTime: row.reminderTime.slice(0, 'HH:MM'.length),
  phoneNumber: row.phoneNumber ?? '',
})

const recipient = {
  userId: users.id,
  firstName: users.firstName,
  email: users.email,
  phoneNumber: users.phoneNumber,
  pendingPhoneNumber: users.pendingPhoneNumber,
  timezone: users.timezone,
}

/** The first reminder of a user who signs up at `now`, with the default settings. */
export const firstReminderAt = (now: Date) => nextReminder({ reminderTime: '19:00', timezone: 'UTC' }, now)

export function remindersOf(db: Db, userId: string) {
  const me = eq(users.id, userId)
  const mine = (rows: SettingsRow[]) => {
    const [row] = rows
    if (!row) throw new UnauthorizedError()
    return row
  }
  const newest = async (tx: Db, now: Date) => {
    // Three days cover yesterday and today in any timezone.
    const longAgo = addDays(localDay(now, 'UTC'), -3)
    const [last] = await tx
      .select({
        day: max(reminderDeliveries.localDate),
        at: sql<Date | null>`max(${reminderDeliveries.createdAt}) filter (where ${reminderDeliveries.status} <> 'skipped')`.mapWith(
          reminderDeliveries.createdAt,
        ),
      })
      .from(reminderDeliveries)
      .where(and(eq(reminderDeliveries.userId, userId), gte(reminderDeliveries.localDate, longAgo)))
    return last ?? {}
  }
  return {
    settings: async () => view(mine(await db.select(settings).from(users).where(me))),

    change: ({ phoneNumber, ...input }: ReminderSettingsInput, now: Date): Promise<ReminderSettingsView> =>
      db.transaction(async (tx) => {
        const [before] = await tx
          .select({ ...settings, confirmed: users.phoneNumber, nextReminderAt: users.nextReminderAt })
          .from(users)
          .where(me)
          .for('update')
        if (!before) throw new UnauthorizedError()
        const shownNumber = phoneNumber === undefined ? before.phoneNumber : phoneNumber
        const wanted = { ...before, ...input }
        if (wanted.phoneReminderEnabled && !shownNumber) throw noNumber()
        const isAnyWanted = wanted.dailyReminderEnabled || wanted.phoneReminderEnabled
        const nextReminderAt = isAnyWanted
          ? nextAfterChange(wanted, now, await newest(tx, now), before.nextReminderAt)
          : null
        // A code is for the number that it was sent to.
        if (shownNumber !== before.phoneNumber)
          await tx.delete(phoneCodes).where(eq(phoneCodes.userId, userId))
        const numbers = shownNumber
          ? { pendingPhoneNumber: shownNumber === before.confirmed ? null : shownNumber }
          : { pendingPhoneNumber: null, phoneNumber: null }
        return view(
          mine(
            await tx
              .update(users)
              .set({ ...input, ...numbers, nextReminderAt, updatedAt: now })
              .where(me)
              .returning(settings),
          ),
        )
      }),

    recipient: async () => {
      const [row] = await db.select(recipient).from(users).where(me)
      if (!row) throw new UnauthorizedError()
      return row
    },

    latest: async (): Promise<LatestDeliveriesView> => {
      const rows = await db
        .selectDistinctOn([reminderDeliveries.channel], {
          channel: reminderDeliveries.channel,
          localDate: reminderDeliveries.localDate,
          status: reminderDeliveries.status,
          at: reminderDeliveries.updatedAt,
          lastError: reminderDeliveries.lastError,
        })
        .from(reminderDeliveries)
        .where(eq(reminderDeliveries.userId, userId))
        .orderBy(reminderDeliveries.channel, desc(reminderDeliveries.localDate))
      const latest = (channel: ReminderChannel) => {
        const row = rows.find((delivery) => delivery.channel === channel)
        return row
          ? {
              localDate: row.localDate,
              status: row.status,
              at: row.at.toISOString(),
              lastError: row.lastError,
            }
          : null
      }
      return { email: latest('email'), sms: latest('sms') }
    },
  }
}

const noNumber = () => {
  const message = 'A phone number is needed for phone reminders'
  return new AppError(400, message, { errors: [{ path: 'phoneNumber', message }] })
}
