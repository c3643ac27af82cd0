import { z } from 'zod'
import type { MonthlyGoalsView, StreakView, WeeklyCountView } from './analytics'
import type { LoginView, UserView } from './auth'
import { timelines, type GoalView } from './goals'
import type { JournalEntryView } from './journal'
import { journalTextFields, moods, type JournalTextField } from './journal-fields'
import { deliveryStatuses, type LatestDeliveriesView, type ReminderSettingsView } from './reminders'
import type { RecentSummaryView } from './summaries'
import type { VoiceKeyView } from './voice'

// What the server answers, field by field: the description of the API is made of it, and the tests hold every answer
// against it. The types say the same to the compiler, so a field of one that the other lacks is an error.

const id = z.uuid()
const instant = z.iso.datetime().describe('ISO 8601, in UTC')
const calendarDay = z.iso.date()
const timestamps = { createdAt: instant, updatedAt: instant }

export const userView = z.strictObject({
  id,
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  password: z.boolean().describe('Whether a password for the token API is set'),
  timezone: z.string(),
}) satisfies z.ZodType<UserView>

export const loginView = z.strictObject({
  token: z.string(),
  tokenType: z.literal('Bearer'),
  expiresIn: z.int().describe('Seconds'),
  user: userView,
}) satisfies z.ZodType<LoginView>

export const goalView = z.strictObject({
  id,
  userId: id,
  title: z.string(),
  description: z.string().nullable(),
  motivation: z.string().nullable(),
  successIndicators: z.string().nullable(),
  timeline: z.enum(timelines),
  ...timestamps,
}) satisfies z.ZodType<GoalView>

const texts = Object.fromEntries(journalTextFields.map((field) => [field, z.string()])) as Record<
  JournalTextField,
  z.ZodString
>

export const journalEntryView = z.strictObject({
  id,
  userId: id,
  entryDate: calendarDay,
  mood: z.enum(moods),
  ...texts,
  ...timestamps,
}) satisfies z.ZodType<JournalEntryView>

const count = z.int().min(0)
export const streakView = z.strictObject({ streak: count }) satisfies z.ZodType<StreakView>
export const weeklyCountView = z.strictObject({
  weeklyCount: count.max(7),
}) satisfies z.ZodType<WeeklyCountView>
export const monthlyGoalsView = z.strictObject({ monthlyGoals: count }) satisfies z.ZodType<MonthlyGoalsView>

export const reminderSettingsView = z.strictObject({
  dailyReminderEnabled: z.boolean(),
  reminderTime: z.string().regex(/^\d\d:\d\d$/),
  timezone: z.string(),
  phoneNumber: z.string().describe('Empty when there is none'),
  phoneReminderEnabled: z.boolean(),
}) satisfies z.ZodType<ReminderSettingsView>

const delivery = z.strictObject({
  localDate: calendarDay,
  status: z.enum(deliveryStatuses),
  at: instant,
  lastError: z.string().nullable(),
})
export const latestDeliveriesView = z.strictObject({
  email: delivery.nullable(),
  sms: delivery.nullable(),
}) satisfies z.ZodType<LatestDeliveriesView>

export const recentSummaryView = z.strictObject({
  date: calendarDay,
  content: z.string(),
}) satisfies z.ZodType<RecentSummaryView>

export const messageView = z.strictObject({ message: z.string() })

/** Every error, whatever its status. */
export const errorView = z.strictObject({
  message: z.string(),
  errors: z
    .array(z.strictObject({ path: z.string().describe("The field's name"), message: z.string() }))
    .optional(),
})
export const entryExistsView = errorView.extend({ id: id.describe('The entry that is there') })
export const entryChangedView = errorView.extend({
  current: journalEntryView.describe('The entry as it is now'),
})

export const voiceKeyView = z.strictObject({
  value: z.string(),
  expiresAt: z.number().describe('Seconds since 1970'),
  model: z.string(),
  callsUrl: z.string().describe('Where the browser posts its offer'),
  demo: z.literal(true).optional().describe('The local stand-in answers instead of a provider'),
  insecure: z.literal(true).optional().describe('The key is not from OpenAI, and has another form'),
}) satisfies z.ZodType<VoiceKeyView>
