import { z } from 'zod'
import {
  bodyTooLarge,
  calendarDay,
  defaultBodyLimit,
  endpoints,
  fault,
  hourly,
  html,
  instant,
  json,
} from './endpoint'
import { phoneNumber } from './messages'
import { codeTextLimit, newAccountCodeLimit } from './phone-numbers'
import { canonicalTimezone } from './timezones'

export const reminderChannels = ['email', 'sms', 'push'] as const
export type ReminderChannel = (typeof reminderChannels)[number]

export const deliveryStatuses = ['pending', 'sending', 'sent', 'failed', 'skipped', 'unknown'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const timezone = z.string('Timezone must be text').transform((name, ctx) => {
  const canonical = canonicalTimezone(name)
  if (canonical) return canonical
  ctx.addIssue({ code: 'custom', message: 'Timezone must be an IANA name such as Europe/Berlin' })
  return z.NEVER
})

/** A field that is left out stays as it is; an empty or null phone number clears it. */
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
  .meta({ id: 'ReminderSettingsInput' })
export type ReminderSettingsInput = z.infer<typeof reminderSettingsInput>

/** The settings as they are exchanged: time as HH:MM, no phone number as ''. */
export const reminderSettingsView = z
  .strictObject({
    dailyReminderEnabled: z.boolean(),
    reminderTime: z.string().regex(/^\d\d:\d\d$/),
    timezone: z.string(),
    phoneNumber: z.string().describe('Empty when there is none'),
    phoneReminderEnabled: z.boolean(),
  })
  .meta({ id: 'ReminderSettings' })
export type ReminderSettingsView = z.infer<typeof reminderSettingsView>

const delivery = z
  .strictObject({
    localDate: calendarDay,
    status: z.enum(deliveryStatuses),
    at: instant,
    lastError: z.string().nullable(),
  })
  .nullable()

/** What became of the newest reminder of each channel; null before the first one. `at` is the last change. */
const latestDeliveriesView = z.strictObject({ email: delivery, sms: delivery, push: delivery })
export type LatestDeliveriesView = z.infer<typeof latestDeliveriesView>

export const sendTest = (channel: ReminderChannel, what: string, more: string, refused: string) => ({
  summary: `Send a test ${what} to myself`,
  description: `Sent at once, with the text of a reminder. It does not count as the reminder of the day.${more}`,
  answers: {
    200: json('Accepted by the provider', z.strictObject({ message: z.string() })),
    400: fault(refused),
    502: fault('It could not be sent'),
    503: fault('It is not set up on this server'),
  },
  limit: hourly(`test ${channel}`, 5, '5 tests an hour', 'You can send 5 tests an hour.'),
})

export const reminderEndpoints = endpoints(
  { tag: 'Reminders' },
  {
    'GET /api/reminder-settings': {
      summary: 'Read the reminder settings',
      description: 'An account that never changed them has the defaults.',
      answers: { 200: json('The settings', reminderSettingsView) },
    },
    'PUT /api/reminder-settings': {
      summary: 'Change the reminder settings',
      description:
        'A field that is left out stays as it is; an empty or null phone number clears it. A new number takes effect once it is confirmed; until then, texts go to the last confirmed one. `phoneReminderEnabled` stays false while that number has said STOP.',
      body: reminderSettingsInput,
      answers: {
        200: json('The settings as they are now', reminderSettingsView),
      },
    },
    'GET /api/reminder-deliveries/latest': {
      summary: 'Read the outcome of the latest reminders',
      description:
        'By email, by text message and by notification: whether it was sent, why it failed, or that it is still to be sent. Null before the first one.',
      answers: { 200: json('The latest one of each channel', latestDeliveriesView) },
    },
    'POST /api/test-reminder': sendTest('email', 'email', '', 'There is no address to send to'),
    'POST /api/test-sms': sendTest(
      'sms',
      'text message',
      ` A number that is not confirmed gets a six-digit code and nothing else, ${codeTextLimit.description}, ${newAccountCodeLimit.description}.`,
      'There is no number to send to, it has opted out of texts, or it is of a kind or country that Lisa does not text',
    ),
  },
)

const token = z.object({ token: z.string().optional() })
const badLink = html('The link is not valid')

/** For the links in mails: people open them, mail programs post to them. */
export const unsubscribeEndpoints = endpoints(
  { tag: 'Reminders' },
  {
    'GET /api/reminders/unsubscribe': {
      summary: 'Ask whether to turn off email reminders',
      description: 'The page that the link in a reminder opens. Changes nothing.',
      open: true,
      query: token,
      answers: { 200: html('Asks'), 400: badLink },
    },
    'POST /api/reminders/unsubscribe': {
      summary: 'Turn off email reminders',
      description: 'For mail programs, with one click (RFC 8058). The body is ignored.',
      open: true,
      query: token,
      answers: {
        200: html('Reminders are off'),
        400: badLink,
        413: fault(bodyTooLarge(defaultBodyLimit)),
        415: fault('The body is compressed'),
      },
    },
  },
)
