import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { dailyMessages, dailySummaries, reminderDeliveries, users, voiceTalks } from '@shared/schema'
import type { Db } from '../../db/db'
import { one, TooManyRequestsError } from '../../http/errors'

const batchRows = 500

/** In a snapshot an offset leads to the same place each time. */
async function* inBatches<T>(read: (limit: number, offset: number) => Promise<T[]>): AsyncGenerator<T> {
  for (let offset = 0; ; offset += batchRows) {
    const rows = await read(batchRows, offset)
    yield* rows
    if (rows.length < batchRows) return
  }
}

function without<T extends object, Name extends keyof T>(columns: T, ...names: Name[]): Omit<T, Name> {
  const rest = { ...columns }
  for (const name of names) delete rest[name]
  return rest
}

const messageColumns = without(getTableColumns(dailyMessages), 'userId', 'goalId')
const summaryColumns = without(getTableColumns(dailySummaries), 'userId')
const talkColumns = {
  ...without(getTableColumns(voiceTalks), 'userId', 'endsAt'),
  // It is empty once it was forgotten.
  summary: sql<string | null>`nullif(${voiceTalks.summary}, '')`,
}
const deliveryColumns = without(getTableColumns(reminderDeliveries), 'userId', 'nextAttemptAt', 'leaseUntil')

/** What no other repository shows as a whole. Lists come newest first. */
export function exportOf(db: Db, userId: string) {
  return {
    /** Throws if another export of this user is under way, in whichever instance. Holds until the transaction ends. */
    claim: async () => {
      const { rows } = await db.execute<{ isFree: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtext('export'), hashtext(${userId})) as "isFree"`,
      )
      if (!one(rows, 'Lock').isFree) throw exportUnderWay()
    },
    user: async () =>
      one(
        await db
          .select({
            confirmedPhoneNumber: users.phoneNumber,
            rememberTalks: users.rememberTalks,
            lisaReadsJournal: users.lisaReadsJournal,
            aiEnabled: users.aiEnabled,
            lastReminderSent: users.lastReminderSent,
            nextReminderAt: users.nextReminderAt,
            createdAt: users.createdAt,
            updatedAt: users.updatedAt,
          })
          .from(users)
          .where(eq(users.id, userId)),
        'User',
      ),
    messages: () =>
      inBatches((limit, offset) =>
        db
          .select(messageColumns)
          .from(dailyMessages)
          .where(eq(dailyMessages.userId, userId))
          .orderBy(desc(dailyMessages.localDate), desc(dailyMessages.createdAt), dailyMessages.id)
          .limit(limit)
          .offset(offset),
      ),
    summaries: () =>
      inBatches((limit, offset) =>
        db
          .select(summaryColumns)
          .from(dailySummaries)
          .where(eq(dailySummaries.userId, userId))
          .orderBy(desc(dailySummaries.summaryDate))
          .limit(limit)
          .offset(offset),
      ),
    talks: () =>
      inBatches((limit, offset) =>
        db
          .select(talkColumns)
          .from(voiceTalks)
          .where(eq(voiceTalks.userId, userId))
          .orderBy(desc(voiceTalks.begunAt), voiceTalks.id)
          .limit(limit)
          .offset(offset),
      ),
    deliveries: () =>
      inBatches((limit, offset) =>
        db
          .select(deliveryColumns)
          .from(reminderDeliveries)
          .where(eq(reminderDeliveries.userId, userId))
          .orderBy(desc(reminderDeliveries.localDate), reminderDeliveries.channel)
          .limit(limit)
          .offset(offset),
      ),
  }
}

export const exportUnderWay = () =>
  new TooManyRequestsError(
    'Your export is already being made. Please wait until it has finished.',
    10,
    'export under way',
  )
