import { and, eq, sql } from 'drizzle-orm'
import { conversationDays } from '@shared/schema'
import type { Db } from '../../db/db'

/** How long a claim holds: longer than a model may take for what is claimed at once. */
const leaseMs = 2 * 60_000

/** A day whose summary is to be made. While `dueAt` stands it is ours; `messages` tells whether more came meanwhile. */
export type ConversationDay = typeof conversationDays.$inferSelect

const itself = ({ userId, localDate }: Pick<ConversationDay, 'userId' | 'localDate'>) =>
  and(eq(conversationDays.userId, userId), eq(conversationDays.localDate, localDate))
const asClaimed = (day: ConversationDay) => and(itself(day), eq(conversationDays.dueAt, day.dueAt))

/** Notes that there is one more message of this day, which a summary has to hold. */
export async function awaitSummary(db: Db, day: Omit<ConversationDay, 'messages'>): Promise<void> {
  await db
    .insert(conversationDays)
    .values(day)
    .onConflictDoUpdate({
      target: [conversationDays.userId, conversationDays.localDate],
      set: { messages: sql`${conversationDays.messages} + 1` },
    })
}

/** Takes at most `limit` days that are over. If this process dies they are free again after the lease. */
export function claimDays(db: Db, now: Date, limit: number): Promise<ConversationDay[]> {
  const due = sql`(
    select user_id, local_date from conversation_days where due_at <= ${now.toISOString()}
    order by due_at limit ${limit} for update skip locked
  )`
  return db
    .update(conversationDays)
    .set({ dueAt: new Date(now.getTime() + leaseMs) })
    .where(sql`(${conversationDays.userId}, ${conversationDays.localDate}) in ${due}`)
    .returning()
}

/** Whether its summary, made of all its messages, may be written now; in one transaction with writing it. */
export async function closeDay(db: Db, day: ConversationDay): Promise<boolean> {
  const closed = await db
    .delete(conversationDays)
    .where(and(asClaimed(day), eq(conversationDays.messages, day.messages)))
    .returning()
  return closed.length > 0
}

/** Lets it be claimed again at once. */
export async function releaseDay(db: Db, day: ConversationDay, now: Date): Promise<void> {
  await db.update(conversationDays).set({ dueAt: now }).where(asClaimed(day))
}

/** Lets the day end at `now`; false if nothing was said since its last summary. */
export async function endDay(
  db: Db,
  day: Pick<ConversationDay, 'userId' | 'localDate'>,
  now: Date,
): Promise<boolean> {
  const ended = await db.update(conversationDays).set({ dueAt: now }).where(itself(day)).returning()
  return ended.length > 0
}
