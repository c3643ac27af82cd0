import { and, eq, sql } from 'drizzle-orm'
import { conversationDays, users } from '@shared/schema'
import type { Db } from '../../db/db'
import { dueRows } from '../../db/due-rows'

/** Longer than the text model may take for one batch. */
const leaseMs = 3 * 60_000

/** A day that needs a summary. A claim moves `dueAt`, which identifies it; `messages` changes when another message arrives. */
export type ConversationDay = typeof conversationDays.$inferSelect

const sameDay = ({ userId, localDate }: Pick<ConversationDay, 'userId' | 'localDate'>) =>
  and(eq(conversationDays.userId, userId), eq(conversationDays.localDate, localDate))
const asClaimed = (day: ConversationDay) => and(sameDay(day), eq(conversationDays.dueAt, day.dueAt))

/** Queues the day for a summary, or counts one more message if it is queued already. */
export async function queueSummary(db: Db, day: Omit<ConversationDay, 'messages'>): Promise<void> {
  await db
    .insert(conversationDays)
    .values(day)
    .onConflictDoUpdate({
      target: [conversationDays.userId, conversationDays.localDate],
      set: { messages: sql`${conversationDays.messages} + 1` },
    })
}

/** Claims up to `limit` days that are due. If this process dies, others can claim them once the lease has expired. */
export function claimDays(db: Db, now: Date, limit: number): Promise<ConversationDay[]> {
  const { userId, localDate, dueAt } = conversationDays
  const { due, isDue } = dueRows(db, conversationDays, { key: [userId, localDate], dueAt, now, limit })
  return db
    .with(due)
    .update(conversationDays)
    .set({ dueAt: new Date(now.getTime() + leaseMs) })
    .where(isDue)
    .returning()
}

/** Dequeues the day; false if the claim was lost or a message arrived. Belongs in the transaction that stores the summary. */
export async function closeDay(db: Db, day: ConversationDay): Promise<boolean> {
  // First, since storing the summary needs it too: otherwise the deletion of the account could deadlock with it.
  await db.select({ id: users.id }).from(users).where(eq(users.id, day.userId)).for('key share')
  const closed = await db
    .delete(conversationDays)
    .where(and(asClaimed(day), eq(conversationDays.messages, day.messages)))
    .returning()
  return closed.length > 0
}

/** Makes the day claimable again immediately. */
export async function releaseDay(db: Db, day: ConversationDay, now: Date): Promise<void> {
  await db.update(conversationDays).set({ dueAt: now }).where(asClaimed(day))
}

/** Makes the day's summary due at `now`; false if there are no new messages since the last one. */
export async function endDay(
  db: Db,
  day: Pick<ConversationDay, 'userId' | 'localDate'>,
  now: Date,
): Promise<boolean> {
  const ended = await db.update(conversationDays).set({ dueAt: now }).where(sameDay(day)).returning()
  return ended.length > 0
}
