import { sql, type SQL } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  time,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accountEventKinds } from './account-events'
import type { DangerAnswer } from './danger/danger'
import { timelines } from './goals'
import { defaultMood, moods } from './journal'
import { messageDirections, messageKeywords, textStatuses } from './messages'
import { proposalKinds } from './proposals'
import { mailOutcomes } from './mail-in'
import { deliveryStatuses, reminderChannels } from './reminders'
import type { Scope } from './scopes'
import type { Intention } from './talks'
import { changedBy, rowKinds } from './versions'
import type { VoiceUsage } from './voice'

// Millisecond precision, so that a timestamp sent to the browser and back still equals the stored one.
const instant = () => timestamp({ withTimezone: true, precision: 3 })

const timestamps = {
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
}

const id = () => uuid().primaryKey().defaultRandom()
/** Hash of the body that the row was created with, if the request had an `Idempotency-Key`. Shown to nobody. */
const requestHash = () => text()
const owner = () =>
  uuid()
    .notNull()
    .references((): AnyPgColumn => users.id, { onDelete: 'cascade' })
const prose = () => text().notNull().default('')

const oneOf = (column: AnyPgColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`

export const users = pgTable(
  'users',
  {
    id: id(),
    oidcIssuer: text(),
    oidcSubject: text(),
    email: text(),
    password: text(),
    /** Raised when a password is added and at sign-out everywhere: a token of an older version is worthless. */
    tokenVersion: integer().notNull().default(0),
    firstName: text(),
    lastName: text(),
    profileImageUrl: text(),
    dailyReminderEnabled: boolean().notNull().default(true),
    reminderTime: time({ precision: 0 }).notNull().default('19:00'),
    timezone: text().notNull().default('UTC'),
    lastReminderSent: date(),
    /** The confirmed one: texts go to it, and what comes from it is this user's. */
    phoneNumber: text(),
    /** Saved and not confirmed yet. Several users may have the same one here, so that saving it tells nothing. */
    pendingPhoneNumber: text(),
    phoneReminderEnabled: boolean().notNull().default(false),
    nextReminderAt: instant(),
    /** Whether talks are summarised at their end, and the summaries read at the next one. */
    rememberTalks: boolean().notNull().default(false),
    /** Whether Lisa may search the journal in a talk or for a reply by text. */
    lisaReadsJournal: boolean().notNull().default(false),
    /** False: no model is asked for this user. */
    aiEnabled: boolean().notNull().default(true),
    ...timestamps,
  },
  (t) => [
    unique('users_oidc_identity').on(t.oidcIssuer, t.oidcSubject),
    unique('users_email').on(t.email),
    unique('users_phone_number').on(t.phoneNumber),
    index('users_next_reminder')
      .on(t.nextReminderAt)
      .where(sql`${t.nextReminderAt} is not null`),
  ],
)

export const goals = pgTable(
  'goals',
  {
    id: id(),
    userId: owner(),
    title: text().notNull(),
    description: text(),
    motivation: text(),
    successIndicators: text(),
    timeline: text({ enum: timelines }).notNull(),
    /** The larger goal that it is a part of. */
    parentId: uuid().references((): AnyPgColumn => goals.id, { onDelete: 'set null' }),
    achievedAt: instant(),
    /** When its owner last said that an unfinished monthly goal goes on. */
    keptOn: date(),
    requestHash: requestHash(),
    ...timestamps,
  },
  (t) => [
    index('goals_newest_first').on(t.userId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('goals_parent')
      .on(t.parentId)
      .where(sql`${t.parentId} is not null`),
    check('goals_timeline', oneOf(t.timeline, timelines)),
  ],
)

export const journalEntries = pgTable(
  'journal_entries',
  {
    id: id(),
    userId: owner(),
    entryDate: date().notNull(),
    mood: text({ enum: moods }).notNull().default(defaultMood),
    /** Always read as `moodIsChosen` (journal-repository.ts): it is false in older rows whose mood was chosen. */
    moodChosen: boolean().notNull().default(false),
    gratitude1: prose(),
    gratitude2: prose(),
    gratitude3: prose(),
    dailyEvents: prose(),
    wins: prose(),
    wentWell: prose(),
    challenges: prose(),
    whatWasHard: prose(),
    goalProgress: prose(),
    relationships: prose(),
    overallReflection: prose(),
    requestHash: requestHash(),
    ...timestamps,
  },
  (t) => [
    unique('journal_entries_one_per_day').on(t.userId, t.entryDate),
    check('journal_entries_mood', oneOf(t.mood, moods)),
  ],
)

/** The goals that its owner worked on, on the day of an entry. */
export const goalDays = pgTable(
  'goal_days',
  {
    entryId: uuid()
      .notNull()
      .references(() => journalEntries.id, { onDelete: 'cascade' }),
    goalId: uuid()
      .notNull()
      .references(() => goals.id, { onDelete: 'cascade' }),
    userId: owner(),
  },
  (t) => [
    primaryKey({ name: 'goal_days_pk', columns: [t.entryId, t.goalId] }),
    index('goal_days_goal').on(t.goalId),
    index('goal_days_user').on(t.userId),
  ],
)

/** An entry or goal as JSON in the shape of the API. Fields that were added later are missing. */
type RowAsJson = { id: string; userId: string; createdAt: string; updatedAt: string }

/** What a change of an entry or a goal has replaced or removed (server/features/versions). */
export const rowVersions = pgTable(
  'row_versions',
  {
    id: id(),
    userId: owner(),
    kind: text({ enum: rowKinds }).notNull(),
    rowId: uuid().notNull(),
    /** The `updatedAt` that the row got by the change; that of a row which an import has added. */
    at: instant().notNull(),
    by: text({ enum: changedBy }).notNull(),
    /** The id of the token that made the change, or `password` for one of the API password. */
    token: text(),
    /** The hash of the id of the session that made the change; null for what needs none, and for a change by 1.0.0. */
    session: text(),
    /** Whether a token had written what the change replaced. */
    writtenWithToken: boolean().notNull().default(false),
    /** null for a row that an import has added. */
    row: json().$type<RowAsJson>(),
    bytes: integer().notNull(),
    /** Whether the change removed the row. */
    deleted: boolean().notNull().default(false),
    /** What named a goal that was removed: the entries of its days, and its parts. */
    linked: json().$type<{ entryIds: string[]; partIds: string[] }>(),
    /** The import that made the change, while it can be undone. */
    importId: uuid(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index('row_versions_of_row').on(t.userId, t.rowId, t.at),
    index('row_versions_newest').on(t.userId, t.at, t.bytes),
    index('row_versions_of_tokens')
      .on(t.userId, t.bytes)
      .where(sql`${t.token} is not null`),
    index('row_versions_deleted')
      .on(t.userId)
      .where(sql`${t.deleted}`),
    index('row_versions_import')
      .on(t.importId)
      .where(sql`${t.importId} is not null`),
    index('row_versions_expire').on(t.expiresAt),
    check('row_versions_kind', oneOf(t.kind, rowKinds)),
    check('row_versions_by', oneOf(t.by, changedBy)),
  ],
)

/**
 * The words of each entry as they are searched (docs/decisions/0012-search.md). The trigger of the migration
 * `journal_words` adds the row and empties it at every change, which raises `version`; the next search fills it in.
 */
export const journalWords = pgTable(
  'journal_words',
  {
    entryId: uuid()
      .primaryKey()
      .references(() => journalEntries.id, { onDelete: 'cascade' }),
    userId: owner(),
    version: integer().notNull().default(1),
    words: text(),
  },
  (t) => [
    index('journal_words_user').on(t.userId),
    index('journal_words_missing')
      .on(t.userId)
      .where(sql`${t.words} is null`),
  ],
)

/**
 * Every run of consecutive entry dates, maintained by the trigger of migration 0001. Makes a streak one index look-up, and
 * the longest one another, however long the history (docs/decisions/0005-streak.md).
 */
export const journalRuns = pgTable(
  'journal_runs',
  { userId: owner(), firstDay: date().notNull(), lastDay: date().notNull() },
  (t) => [
    primaryKey({ name: 'journal_runs_pk', columns: [t.userId, t.firstDay] }),
    index('journal_runs_longest').on(t.userId, sql`(${t.lastDay} - ${t.firstDay})`),
  ],
)

/**
 * What each user has stored, maintained by the triggers of the migration `quota`, which refuse whatever would exceed the
 * quota (docs/decisions/0010-long-lists-and-quota.md). `bytes` are those of the texts in UTF-8.
 */
export const usage = pgTable('usage', {
  userId: owner().primaryKey(),
  entries: integer().notNull(),
  goals: integer().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
})

export const dailyMessages = pgTable(
  'daily_messages',
  {
    id: id(),
    userId: owner(),
    phoneNumber: text().notNull(),
    messageContent: text().notNull(),
    messageDirection: text({ enum: messageDirections }).notNull(),
    messageSid: text(),
    // The date in the timezone that the user had when the message was sent or received.
    localDate: date().notNull().defaultNow(),
    replyTo: uuid().references((): AnyPgColumn => dailyMessages.id, { onDelete: 'cascade' }),
    keyword: text({ enum: messageKeywords }),
    /** Of the question whether to note progress on this goal, until it is answered with a yes. */
    goalId: uuid().references(() => goals.id, { onDelete: 'set null' }),
    deliveryStatus: text({ enum: textStatuses }),
    deliveryError: text(),
    createdAt: timestamps.createdAt,
  },
  (t) => [
    unique('daily_messages_sid').on(t.messageSid),
    unique('daily_messages_one_reply').on(t.replyTo),
    index('daily_messages_by_day').on(t.userId, t.localDate, t.createdAt),
    index('daily_messages_expire').on(t.localDate),
    // For the deletion of a goal.
    index('daily_messages_goal')
      .on(t.goalId)
      .where(sql`${t.goalId} is not null`),
    check('daily_messages_direction', oneOf(t.messageDirection, messageDirections)),
  ],
)

/** Queue of the days that need a summary, due at `dueAt`. A process claims a day by moving `dueAt` to the end of its lease. */
export const conversationDays = pgTable(
  'conversation_days',
  {
    userId: owner(),
    localDate: date().notNull(),
    messages: integer().notNull().default(1),
    dueAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'conversation_days_pk', columns: [t.userId, t.localDate] }),
    index('conversation_days_due').on(t.dueAt),
  ],
)

export const dailySummaries = pgTable(
  'daily_summaries',
  {
    id: id(),
    userId: owner(),
    phoneNumber: text().notNull(),
    summaryDate: date().notNull(),
    summary: text().notNull(),
    conversationCount: integer(),
    topics: text().array(),
    metadata: jsonb(),
    ...timestamps,
  },
  (t) => [unique('daily_summaries_one_per_day').on(t.userId, t.summaryDate)],
)

export const sessions = pgTable(
  'sessions',
  {
    sid: text().primaryKey(),
    sess: json().notNull(),
    expire: timestamp({ withTimezone: true, precision: 6 }).notNull(),
    // Generated from the session, so that deleting a user deletes their sessions.
    userId: uuid()
      .generatedAlwaysAs(sql`((sess -> 'passport' ->> 'user')::uuid)`)
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('sessions_expire').on(t.expire),
    index('sessions_user').on(t.userId),
    index('sessions_provider_sid').on(sql`(${t.sess} ->> 'providerSid')`),
  ],
)

export const reminderDeliveries = pgTable(
  'reminder_deliveries',
  {
    id: id(),
    userId: owner(),
    localDate: date().notNull(),
    channel: text({ enum: reminderChannels }).notNull(),
    status: text({ enum: deliveryStatuses }).notNull().default('pending'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant(),
    leaseUntil: instant(),
    providerId: text(),
    lastError: text(),
    ...timestamps,
  },
  (t) => [
    unique('reminder_deliveries_once').on(t.userId, t.localDate, t.channel),
    index('reminder_deliveries_expire').on(t.localDate),
    index('reminder_deliveries_pending')
      .on(t.channel, t.nextAttemptAt)
      .where(sql`${t.status} = 'pending'`),
    index('reminder_deliveries_sending')
      .on(t.leaseUntil)
      .where(sql`${t.status} = 'sending'`),
    check('reminder_deliveries_channel', oneOf(t.channel, reminderChannels)),
    check('reminder_deliveries_status', oneOf(t.status, deliveryStatuses)),
  ],
)

/** A user's mails that were taken or answered, so that none is taken or answered twice (server/features/mail-in). */
export const incomingMails = pgTable(
  'incoming_mails',
  {
    id: id(),
    userId: owner(),
    messageHash: text().notNull(),
    outcome: text({ enum: mailOutcomes }).notNull(),
    /** When its answer is to be tried again, unless there is none or it was sent. */
    answerDueAt: instant(),
    /** Until the answer was sent. */
    dangerAnswer: jsonb().$type<DangerAnswer>(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    unique('incoming_mails_once').on(t.userId, t.messageHash),
    index('incoming_mails_expire').on(t.expiresAt),
    check('incoming_mails_outcome', oneOf(t.outcome, mailOutcomes)),
  ],
)

/** A browser that shows reminders as notifications: its subscription (Push API), shown to nobody. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: id(),
    userId: owner(),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    device: text(),
    /** The session that last confirmed it, whose sign-out removes it. It outlives a session that expires. */
    sid: text().notNull(),
    lastSeenAt: instant().notNull(),
    lastSentAt: instant(),
    /** The local date of the last reminder that it was sent, so that a later try leaves it out. */
    remindedOn: date(),
    createdAt: timestamps.createdAt,
  },
  (t) => [
    unique('push_devices_endpoint').on(t.endpoint),
    index('push_devices_user').on(t.userId),
    index('push_devices_session').on(t.sid),
  ],
)

/** The code that was last sent to a user's pending phone number. `codeHash` is keyed, and for that number only. */
export const phoneCodes = pgTable('phone_codes', {
  userId: owner().primaryKey(),
  codeHash: text().notNull(),
  tries: integer().notNull().default(0),
  expiresAt: instant().notNull(),
})

/** Phone numbers that said STOP, as keyed hashes: they hold whatever becomes of the users who had the number. */
export const stoppedNumbers = pgTable('stopped_numbers', {
  numberHash: text().primaryKey(),
  createdAt: timestamps.createdAt,
})

/** Uses of a rate-limit key in the window that ends at `expiresAt` (server/limits/limits.ts). */
export const rateLimits = pgTable(
  'rate_limits',
  { key: text().primaryKey(), count: integer().notNull(), expiresAt: instant().notNull() },
  (t) => [index('rate_limits_expire').on(t.expiresAt)],
)

/** What bears on the safety of an account, for 120 days. `network` is a keyed hash. */
export const accountEvents = pgTable(
  'account_events',
  {
    id: id(),
    userId: owner(),
    kind: text({ enum: accountEventKinds }).notNull(),
    device: text(),
    network: text().notNull(),
    tokenName: text(),
    createdAt: timestamps.createdAt,
  },
  (t) => [
    index('account_events_newest').on(t.userId, t.createdAt),
    index('account_events_expire').on(t.createdAt),
    check('account_events_kind', oneOf(t.kind, accountEventKinds)),
  ],
)

/**
 * What opens the account to a program: a token that its owner made, or an assistant that was let in through OAuth, whose
 * tokens are among the `oauthRecords` of its grant. `tokenHash` is the SHA-256 of the token.
 */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: id(),
    userId: owner(),
    name: text().notNull(),
    scopes: text().array().$type<Scope[]>().notNull(),
    tokenHash: text(),
    grantId: text(),
    expiresAt: instant().notNull(),
    lastUsedAt: instant(),
    /** Keyed hashes of the networks that it was made in or used from; the hosts of assistants in those that they used. */
    networks: text().array().notNull().default([]),
    /** The one that `lastUsedAt` is of. */
    lastNetwork: text(),
    createdAt: timestamps.createdAt,
  },
  (t) => [
    unique('access_tokens_token').on(t.tokenHash),
    unique('access_tokens_grant').on(t.grantId),
    index('access_tokens_newest').on(t.userId, t.createdAt),
    index('access_tokens_expire').on(t.expiresAt),
    check('access_tokens_kind', sql`(${t.tokenHash} is null) <> (${t.grantId} is null)`),
  ],
)

/** What the OAuth server keeps, such as grants, codes and refresh tokens; `model` is its name for the kind. */
export const oauthRecords = pgTable(
  'oauth_records',
  {
    model: text().notNull(),
    id: text().notNull(),
    /** Whose account it opens; null where it is nobody's yet. */
    userId: uuid().references((): AnyPgColumn => users.id, { onDelete: 'cascade' }),
    grantId: text(),
    payload: jsonb().notNull(),
    consumedAt: instant(),
    expiresAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'oauth_records_pk', columns: [t.model, t.id] }),
    index('oauth_records_user')
      .on(t.userId)
      .where(sql`${t.userId} is not null`),
    index('oauth_records_grant')
      .on(t.grantId)
      .where(sql`${t.grantId} is not null`),
    index('oauth_records_expire').on(t.expiresAt),
  ],
)

/** What a program has proposed and its user has not dismissed; `rowId` is the entry or goal that came of it. */
export const proposals = pgTable(
  'proposals',
  {
    id: id(),
    userId: owner(),
    tokenName: text().notNull(),
    kind: text({ enum: proposalKinds }).notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    reason: text(),
    rowId: uuid(),
    expiresAt: instant().notNull(),
    createdAt: timestamps.createdAt,
  },
  (t) => [
    index('proposals_oldest').on(t.userId, t.createdAt),
    index('proposals_expire').on(t.expiresAt),
    check('proposals_kind', oneOf(t.kind, proposalKinds)),
  ],
)

/** The secret address of a user's calendar of goals and review days; `secretHash` is its SHA-256. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    userId: owner().primaryKey(),
    secretHash: text().notNull(),
    /** Whether the titles of goals are in it. */
    titles: boolean().notNull(),
    createdAt: timestamps.createdAt,
  },
  (t) => [unique('calendar_feeds_secret').on(t.secretHash)],
)

/** The key for a talk that has not begun, at most one for each user. */
export const voiceKeys = pgTable(
  'voice_keys',
  {
    userId: owner().primaryKey(),
    talkId: uuid().notNull().defaultRandom(),
    expiresAt: instant().notNull(),
  },
  (t) => [index('voice_keys_expire').on(t.expiresAt)],
)

/** Talks that have begun. `localDate` is the user's date at the beginning, on which the minutes count. */
export const voiceTalks = pgTable(
  'voice_talks',
  {
    id: id(),
    userId: owner(),
    localDate: date().notNull(),
    begunAt: instant().notNull(),
    /** When the server ends it. */
    endsAt: instant().notNull(),
    endedAt: instant(),
    seconds: integer(),
    usage: jsonb().$type<VoiceUsage>(),
    /** null until there is one, empty once it was forgotten. */
    summary: text(),
    /** What the user said they would do, and on which day. */
    intentions: jsonb().$type<Intention[]>().notNull().default([]),
    /** The memory of it does not end by itself. */
    kept: boolean().notNull().default(false),
    /** What a summary of the text model said that nobody had said, for which it was not taken. */
    refused: text(),
  },
  (t) => [
    index('voice_talks_newest').on(t.userId, t.begunAt),
    index('voice_talks_expire')
      .on(t.begunAt)
      .where(sql`${t.summary} <> '' and not ${t.kept}`),
    uniqueIndex('voice_talks_one_open')
      .on(t.userId)
      .where(sql`${t.endedAt} is null`),
    index('voice_talks_due')
      .on(t.endsAt)
      .where(sql`${t.endedAt} is null`),
  ],
)

/**
 * Calls at the voice provider that are to be hung up at `hangUpAt`; removed once they are. They name no user, so that the
 * call of a deleted user can still be hung up: then `talkId` is null.
 */
export const voiceCalls = pgTable(
  'voice_calls',
  {
    callId: text().primaryKey(),
    talkId: uuid().references(() => voiceTalks.id, { onDelete: 'set null' }),
    begunAt: instant().notNull(),
    hangUpAt: instant().notNull(),
    /** The page has said that it is over. */
    isReported: boolean().notNull().default(false),
    /** The provider has said that it does not know this call. */
    isUnknown: boolean().notNull().default(false),
  },
  (t) => [index('voice_calls_due').on(t.hangUpAt), index('voice_calls_talk').on(t.talkId)],
)
