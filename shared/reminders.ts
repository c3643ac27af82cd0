import { z } from 'zod'
import { phoneNumber } from './messages'
import { canonicalTimezone } from './timezones'

export const reminderChannels = ['email', 'sms'] as const
export type ReminderChannel = (typeof reminderChannels)[number]

export const deliveryStatuses = ['pending', 'sending', 'sent', 'failed', 'skipped', 'unknown'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const timezone = z.string('Timezone must be text').transform((name, ctx) => {
  const canonical = canonicalTimezone(name)
  if (canonical) return canonical
  ctx.addIssue({ code: 'custom', message: 'Timezone must be an IANA name such as Europe/Berlin' })
  return z.NEVER
})

/** An absent field stays as it is; an empty or null phone number clears it. */
export const reminderSettingsInput = z
  .object({
    dailyReminderEnabled: z.boolean('Must be true or false'),
    reminderTime: z
      .string('Time must be in HH:MM format')
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Time must be in HH:MM format'),
    timezone,
    phoneNumber: z
      .union([phoneNumber, z.literal('')], 'Phone number must be in E.164 format (+1234567890)')
      .nullable()
      .transform((number) => number || null),
    phoneReminderEnabled: z.boolean('Must be true or false'),
  })
  .partial()
export type ReminderSettingsInput = z.infer<typeof reminderSettingsInput>

/** The settings as they are exchanged: time as HH:MM, no phone number as ''. */
export type ReminderSettingsView = {
  dailyReminderEnabled: boolean
  reminderTime: string
  timezone: string
  phoneNumber: string
  phoneReminderEnabled: boolean
}

/** What became of the newest reminder of each channel; null before the first one. `at` is the last change, ISO 8601. */
export type LatestDeliveriesView = Record<
  ReminderChannel,
  { localDate: string; status: DeliveryStatus; at: string; lastError: string | null } | null
>
