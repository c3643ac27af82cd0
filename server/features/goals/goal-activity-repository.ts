import { and, asc, desc, eq, gte, lt, lte, notInArray, sql } from 'drizzle-orm'
import { type ActivityQuery, type GoalActivityView, type GoalDaysPage, mostGoalDays } from '@shared/goals'
import { entryRecord, type Mood } from '@shared/journal'
import { firstLineIn } from '@shared/journal/first-line'
import { goalDays, goals, journalEntries as entries } from '@shared/schema'
import type { Db } from '../../db/db'
import { one } from '../../http/errors'
import { firstWordsOf, moodIsChosen } from '../journal/journal-repository'

/** The days of a user's goals: those of the entries that name them. */
export function goalActivityOf(db: Db, userId: string) {
  const mine = and(eq(goalDays.userId, userId), eq(entries.userId, userId))
  return {
    /** Newest first. */
    daysOf: async (goalId: string, { before = 'infinity', limit = mostGoalDays }: GoalDaysPage) => {
      const isMine = and(eq(goals.userId, userId), eq(goals.id, goalId))
      one(await db.select({ id: goals.id }).from(goals).where(isMine), 'Goal')
      const days = await db
        .select({
          entryId: entries.id,
          entryDate: entries.entryDate,
          mood: sql<Mood | null>`case when ${moodIsChosen} then ${entries.mood} end`,
          words: firstWordsOf(entryRecord.texts),
        })
        .from(goalDays)
        .innerJoin(entries, eq(entries.id, goalDays.entryId))
        .where(and(mine, eq(goalDays.goalId, goalId), lt(entries.entryDate, before)))
        .orderBy(desc(entries.entryDate))
        .limit(limit)
      return days.map(({ words, ...day }) => ({ ...day, firstLine: firstLineIn(words ?? '') }))
    },
    /** Of the goals that have any. */
    activity: async ({ from, to, earlier }: ActivityQuery): Promise<GoalActivityView[]> => {
      const within = await db
        .select({
          goalId: goalDays.goalId,
          days: sql<string[]>`array_agg(${entries.entryDate}::text order by ${entries.entryDate})`,
        })
        .from(entries)
        .innerJoin(goalDays, eq(goalDays.entryId, entries.id))
        .where(and(mine, gte(entries.entryDate, from), lte(entries.entryDate, to)))
        .groupBy(goalDays.goalId)
        .orderBy(asc(goalDays.goalId))
      if (earlier !== 'true') return within
      // A subquery for each goal, so that those with a day within cost nothing.
      const last = sql<string | null>`(
        select max(e.entry_date)::text from goal_days d join journal_entries e on e.id = d.entry_id
        where d.user_id = ${userId} and e.user_id = ${userId} and d.goal_id = goals.id and e.entry_date < ${from})`
      const found = within.map(({ goalId }) => goalId)
      const others = await db
        .select({ goalId: goals.id, last })
        .from(goals)
        .where(and(eq(goals.userId, userId), notInArray(goals.id, found)))
        .orderBy(asc(goals.id))
      const before = others.flatMap(({ goalId, last }) => (last ? [{ goalId, days: [last] }] : []))
      return [...within, ...before]
    },
  }
}
