import { z } from 'zod'
import { accountEventView } from './account-events'
import { userView } from './auth'
import { calendarDay, endpoints, fault, file, hourly, id, instant, timestamps } from './endpoint'
import { goalView } from './goals'
import { journalEntryView } from './journal'
import { messageDirections, messageKeywords, textStatuses } from './messages'
import { deliveryStatuses, reminderChannels, reminderSettingsView } from './reminders'
import { intention } from './talks'
import { versionRow } from './versions'

const text = z.string()

const messageRow = z.strictObject({
  id,
  phoneNumber: text,
  messageContent: text,
  messageDirection: z.enum(messageDirections),
  messageSid: text.nullable().describe("The provider's id"),
  localDate: calendarDay,
  replyTo: id.nullable().describe('The message that this one answers'),
  keyword: z.enum(messageKeywords).nullable(),
  deliveryStatus: z.enum(textStatuses).nullable(),
  deliveryError: text.nullable(),
  createdAt: instant,
})

const summaryRow = z.strictObject({
  id,
  phoneNumber: text,
  summaryDate: calendarDay,
  summary: text,
  conversationCount: z.int().nullable(),
  topics: z.array(text).nullable(),
  metadata: z.unknown(),
  ...timestamps,
})

const deliveryRow = z.strictObject({
  id,
  localDate: calendarDay,
  channel: z.enum(reminderChannels),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  providerId: text.nullable(),
  lastError: text.nullable(),
  ...timestamps,
})

const talkRow = z.strictObject({
  id,
  localDate: calendarDay,
  begunAt: instant,
  endedAt: instant.nullable(),
  seconds: z.int().nullable(),
  usage: z.strictObject({ inputTokens: z.int(), outputTokens: z.int() }).nullable(),
  summary: text.nullable().describe('What Lisa remembers; null too once it was forgotten'),
  kept: z.boolean().describe('What Lisa remembers does not end after 90 days'),
  intentions: z.array(intention),
  refused: text.nullable().describe('Why a summary of the text model was not taken'),
})

/** The settings as they are exchanged, and what follows from them. */
const settingsRow = reminderSettingsView.extend({
  confirmedPhoneNumber: text.nullable().describe('The number that texts go to'),
  rememberTalks: z.boolean().describe('Whether Lisa remembers talks'),
  lisaReadsJournal: z.boolean().describe('Whether Lisa may read the whole journal'),
  aiEnabled: z.boolean().describe('Whether Lisa may use AI'),
  lastReminderSent: calendarDay.nullable(),
  nextReminderAt: instant.nullable(),
})

/** `lisa.json` of an export. docs/export-format.md explains it; its version rises with every change that breaks readers. */
export const lisaExport = z.strictObject({
  format: z.literal('lisa'),
  version: z.literal(1),
  exportedAt: instant,
  user: userView.extend(timestamps),
  settings: settingsRow,
  goals: z.array(goalView),
  entries: z.array(journalEntryView),
  messages: z.array(messageRow).describe('Texts to and from Lisa, as long as this server keeps them'),
  summaries: z.array(summaryRow).describe('One for each day with a conversation by text'),
  talks: z.array(talkRow).describe('Spoken conversations'),
  deliveries: z
    .array(deliveryRow)
    .describe('One for each day and channel with a reminder, as long as this server keeps them'),
  events: z.array(accountEventView).describe('Account activity, as long as this server keeps it'),
  versions: z
    .array(versionRow)
    .optional()
    .describe('With `versions=true`: earlier versions of goals and entries, also of deleted ones'),
})
export type LisaExport = z.infer<typeof lisaExport>

/** Counts every export, also one whose download breaks off. */
export const begunExportLimit = hourly('begun export', 20, '', 'You can begin 20 exports an hour.')

export const exportEndpoints = endpoints(
  { tag: 'Your data' },
  {
    'GET /api/export': {
      summary: 'Export everything',
      description:
        'A ZIP file: `lisa.json` with all of my data, the journal and the goals as Markdown, and `index.html` to read and print. With `format=dayone` the journal as Day One imports it. A token other than that of the API password gets goals and entries, without messages, summaries, talks, deliveries, events, phone number and earlier versions (`versions=true` is 403). A connection that ends before the file does means that something failed on the way.',
      token: '/api/jwt/export',
      scopes: ['goals:read', 'journal:read'],
      recentSignIn: true,
      query: z.object({
        format: z.enum(['lisa', 'dayone'], 'Format must be lisa or dayone').optional(),
        versions: z
          .enum(['true', 'false'], 'Versions must be true or false')
          .optional()
          .describe('Whether `lisa.json` has the earlier versions of goals and entries too'),
      }),
      answers: {
        200: file('The ZIP file', 'application/zip'),
        403: fault(
          'A page of another site asks for it, or a session whose sign-in is not recent (`signInAgain`)',
        ),
        503: {
          ...fault('Too many exports are being made, or the database does not answer'),
          header: 'Retry-After',
        },
      },
      limit: hourly(
        'export',
        5,
        '5 exports an hour, one at a time; 20 whose download breaks off',
        'You can export 5 times an hour.',
      ),
    },
  },
)
