import { and, desc, eq, gte, inArray, isNull, lt, max, sql } from 'drizzle-orm'
import { addDays } from '@shared/dates'
import type { ReminderChannel, ReminderSettingsInput, ReminderSettingsView } from '@shared/reminders'
import { phoneCodes, pushDevices, reminderDeliveries as deliveries, users } from '@shared/schema'
import { localDay } from '@shared/timezones'
import type { Db } from '../../db/db'
import { FieldError, UnauthorizedError } from '../../http/errors'
import { type LastReminder, nextAfterChange } from './delivery/due'
import { nextReminder } from './next-reminder'

const settings = {
  dailyReminderEnabled: users.dailyReminderEnabled,
  reminderTime: sql<string>`to_char(${users.reminderTime}, 'HH24:MI')`,
  timezone: users.timezone,
  // The number in the settings: the new one while it waits for its code.
  phoneNumber: sql<string>`coalesce(${users.pendingPhoneNumber}, ${users.phoneNumber}, '')`,
  phoneReminderEnabled: users.phoneReminderEnabled,
}
export const recipient = {
  firstName: users.firstName,
  email: users.email,
  phoneNumber: users.phoneNumber,
  pendingPhoneNumber: users.pendingPhoneNumber,
  timezone: users.timezone,
  createdAt: users.createdAt,
}
export type Recipient = { userId: string } & Pick<typeof users.$inferSelect, keyof typeof recipient>

/** Why a text was skipped. */
export const notConfirmed = 'Your phone number is not confirmed yet'

/** The first reminder of a user who signs up at `now`, with the default settings. */
export const firstReminderAt = (now: Date) => nextReminder({ reminderTime: '19:00', timezone: 'UTC' }, now)

export function remindersOf(db: Db, userId: string) {
  const me = eq(users.id, userId)
  const mine = eq(deliveries.userId, userId)

  const newest = async (tx: Db, now: Date): Promise<LastReminder> => {
    // Three days cover yesterday and today in any timezone.
    const longAgo = addDays(localDay(now, 'UTC'), -3)
    const at = sql`max(${deliveries.createdAt}) filter (where ${deliveries.status} <> 'skipped')`
    const [last] = await tx
      .select({ day: max(deliveries.localDate), at: at.mapWith(deliveries.createdAt) })
      .from(deliveries)
      .where(and(mine, gte(deliveries.localDate, longAgo)))
    return last ?? {}
  }

  const latest = async (channel: ReminderChannel) => {
    const { localDate, status, updatedAt: at, lastError } = deliveries
    const [row] = await db
      .select({ localDate, status, at, lastError })
      .from(deliveries)
      .where(and(mine, eq(deliveries.channel, channel)))
      .orderBy(desc(localDate))
      .limit(1)
    return row ?? null
  }

  const change = ({ phoneNumber, ...input }: ReminderSettingsInput, now: Date) =>
    db.transaction(async (tx) => {
      const fields = { ...settings, confirmed: users.phoneNumber, due: users.nextReminderAt }
      // Not a stronger lock, or it would wait for an import under way.
      const locked = await tx.select(fields).from(users).where(me).for('no key update')
      const { confirmed, due, ...before } = own(locked)
      // A statement of its own: the lock may have waited for the registration of a device.
      const hasDevice = (await tx.$count(pushDevices, eq(pushDevices.userId, userId))) > 0
      const wanted = { ...before, ...input }
      const number = phoneNumber === undefined ? before.phoneNumber : (phoneNumber ?? '')
      if (wanted.phoneReminderEnabled && !number)
        throw new FieldError('phoneNumber', 'A phone number is needed for phone reminders')
      // A code is for the number that it was sent to.
      if (number !== before.phoneNumber) await tx.delete(phoneCodes).where(eq(phoneCodes.userId, userId))
      const numbers = number
        ? { pendingPhoneNumber: number === confirmed ? null : number }
        : { pendingPhoneNumber: null, phoneNumber: null }
      const isAnyWanted = wanted.dailyReminderEnabled || wanted.phoneReminderEnabled || hasDevice
      const nextReminderAt = isAnyWanted ? nextAfterChange(wanted, now, await newest(tx, now), due) : null
      const changes = { ...input, ...numbers, nextReminderAt, updatedAt: now }
      return own(await tx.update(users).set(changes).where(me).returning(settings))
    })

  return {
    settings: async (): Promise<ReminderSettingsView> => own(await db.select(settings).from(users).where(me)),

    change,

    /** For somebody who has a device for notifications. A time that is set stays: it may be due at this moment. */
    scheduleIfNone: async (now: Date) => {
      if (await db.$count(users, and(me, isNull(users.nextReminderAt)))) await change({}, now)
    },

    /** Of somebody who has said STOP; nothing happens if the account has been deleted. */
    turnTextsOff: (now: Date) => change({ phoneReminderEnabled: false }, now).catch(ifDeleted),
    turnMailsOff: (now: Date) => change({ dailyReminderEnabled: false }, now).catch(ifDeleted),

    recipient: async () => ({ userId, ...own(await db.select(recipient).from(users).where(me)) }),

    /** Whether `day` is the first on which a text was skipped because the number is not confirmed, after texts were sent. */
    textsStoppedOn: async (day: string) => {
      const wasSent = sql<boolean>`coalesce(bool_or(${deliveries.status} = 'sent'), false)`
      const wasSkipped = sql<boolean>`coalesce(bool_or(${deliveries.lastError} = ${notConfirmed}), false)`
      const [before] = await db
        .select({ wasSent, wasSkipped })
        .from(deliveries)
        .where(and(mine, eq(deliveries.channel, 'sms'), lt(deliveries.localDate, day)))
      return Boolean(before?.wasSent && !before.wasSkipped)
    },

    /** Whether a reminder went out by text, or may have. */
    hasTextedBetween: async (from: Date, to: Date) => {
      const { channel, status, createdAt, updatedAt } = deliveries
      const wasSent = and(mine, eq(channel, 'sms'), inArray(status, ['sending', 'sent', 'unknown']))
      return (await db.$count(deliveries, and(wasSent, gte(updatedAt, from), lt(createdAt, to)))) > 0
    },

    /** What became of the newest reminder of each channel. */
    latest: async () => ({
      email: await latest('email'),
      sms: await latest('sms'),
      push: await latest('push'),
    }),
  }
}

/** The row of the user; without one the account was deleted meanwhile. */
function own<T>([row]: T[]): T {
  if (!row) throw new UnauthorizedError()
  return row
}

const ifDeleted = (error: unknown) => {
  if (!(error instanceof UnauthorizedError)) throw error
}
