import { and, asc, desc, eq, gte, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { DaysOfReview } from '@shared/goals'
import { entryRecord, type Mood } from '@shared/journal'
import { firstLineIn } from '@shared/journal/first-line'
import { goalDays, goals, journalEntries as entries, users } from '@shared/schema'
import type { Db } from '../../db/db'
import { goalIdsOfEntry } from '../goals/goal-days-repository'
import { firstWordsOf, moodIsChosen } from '../journal/journal-repository'

/** What a review is made of; its cost depends on the days that it is of, not on those before. */
export function reviewDataOf(db: Db, userId: string) {
  const inDays = ({ from, to }: DaysOfReview) =>
    and(eq(entries.userId, userId), gte(entries.entryDate, from), lte(entries.entryDate, to))
  return {
    /** Oldest first; `firstLine` of those that name a goal. */
    entries: async (days: DaysOfReview) => {
      const found = await db
        .select({
          entryId: entries.id,
          entryDate: entries.entryDate,
          mood: sql<Mood | null>`case when ${moodIsChosen} then ${entries.mood} end`,
          goalIds: goalIdsOfEntry,
          words: sql<string | null>`case when exists (
            select from goal_days where goal_days.entry_id = journal_entries.id
          ) then ${firstWordsOf(entryRecord.texts)} end`,
        })
        .from(entries)
        .where(inDays(days))
        .orderBy(asc(entries.entryDate))
      return found.map(({ words, ...entry }) => ({ ...entry, firstLine: firstLineIn(words ?? '') }))
    },
    /** Newest first: the open ones, those with a day, and those that may have been achieved in these days, or on the day after, in some timezone. */
    goals: (days: DaysOfReview) =>
      db
        .select({
          goalId: goals.id,
          title: goals.title,
          timeline: goals.timeline,
          createdAt: goals.createdAt,
          keptOn: goals.keptOn,
          achievedAt: goals.achievedAt,
          timezone: users.timezone,
        })
        .from(goals)
        .innerJoin(users, eq(users.id, goals.userId))
        .where(
          and(
            eq(goals.userId, userId),
            or(
              isNull(goals.achievedAt),
              and(
                gte(goals.achievedAt, sql`${days.from}::timestamptz - interval '1 day'`),
                lt(goals.achievedAt, sql`${days.to}::timestamptz + interval '3 days'`),
              ),
              sql`${goals.id} in ${db
                .select({ goalId: goalDays.goalId })
                .from(goalDays)
                .innerJoin(entries, eq(entries.id, goalDays.entryId))
                .where(and(eq(goalDays.userId, userId), inDays(days)))}`,
            ),
          ),
        )
        .orderBy(desc(goals.createdAt), desc(goals.id)),
  }
}
