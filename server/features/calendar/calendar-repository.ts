import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import { calendarFeeds, goals, users } from '@shared/schema'
import type { Db } from '../../db/db'
import { one } from '../../http/errors'
import { hashOf } from '../../secrets'
import type { Feed, OpenGoal } from './calendar'

export function calendarFeedOf(db: Db, userId: string) {
  const mine = eq(calendarFeeds.userId, userId)
  return {
    get: async () => {
      const { titles, createdAt } = calendarFeeds
      const [feed] = await db.select({ titles, createdAt }).from(calendarFeeds).where(mine)
      return feed ?? null
    },
    /** Replaces an earlier one. */
    save: async (secret: string, titles: boolean, now: Date) => {
      const values = { secretHash: hashOf(secret), titles, createdAt: now }
      await db
        .insert(calendarFeeds)
        .values({ ...values, userId })
        .onConflictDoUpdate({ target: calendarFeeds.userId, set: values })
    },
    /** Resolves to false if the user had no address. */
    remove: async (): Promise<boolean> => {
      const { rowCount } = await db.delete(calendarFeeds).where(mine)
      return rowCount === 1
    },
  }
}

/** The calendar that the secret opens, and its owner. */
export async function feedWithSecret(db: Db, secret: string): Promise<Feed> {
  const { userId, titles, createdAt } = calendarFeeds
  const found = await db
    .select({ userId, titles, createdAt, timezone: users.timezone })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, userId))
    .where(eq(calendarFeeds.secretHash, hashOf(secret)))
  return one(found, 'Calendar')
}

const mostGoals = 1_000

/** The newest open goals that have a due day. */
export function goalsWithEnd(db: Db, userId: string): Promise<OpenGoal[]> {
  return db
    .select({
      id: goals.id,
      title: goals.title,
      timeline: goals.timeline,
      createdAt: goals.createdAt,
      updatedAt: goals.updatedAt,
      keptOn: goals.keptOn,
    })
    .from(goals)
    .where(and(eq(goals.userId, userId), isNull(goals.achievedAt), ne(goals.timeline, 'long-term')))
    .orderBy(desc(goals.createdAt), desc(goals.id))
    .limit(mostGoals)
}
