import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { entryRecord } from '@shared/journal'
import { goalDays, goals, journalEntries } from '@shared/schema'
import type { Db } from '../../db/db'
import { FieldError } from '../../http/errors'

/**
 * Of an entry that is selected, in a statement that names its table: the ids of its goals, sorted. They come as one text,
 * which takes a quarter of the time of an array: a list has thousands of them.
 */
export const goalIdsOfEntry = sql`array_to_string(array(
  select goal_id from goal_days where goal_days.entry_id = journal_entries.id order by goal_id), ',')`.mapWith(
  (ids: string) => (ids ? ids.split(',') : []),
)

const isGoalOf = (userId: string, goalIds: string[]) =>
  and(eq(goals.userId, userId), inArray(goals.id, goalIds))

/**
 * The links of a user's entries to their goals. A transaction that changes both locks rows in this order, so that no two
 * wait for each other in a circle: goals, entry, links, the user, whom a trigger locks, and at last the token.
 */
export function goalDaysOf(db: Db, userId: string) {
  /** Keeps the goals from being deleted until the end of the transaction, and gives those that are there. */
  const lockFound = async (goalIds: string[]) => {
    if (!goalIds.length) return []
    const found = await db
      .select({ id: goals.id })
      .from(goals)
      .where(isGoalOf(userId, goalIds))
      .orderBy(goals.id)
      .for('key share')
    return found.map(({ id }) => id)
  }
  return {
    lockFound,
    /** The same; 400 if one is not the user's. */
    lockGoals: async (goalIds: string[]) => {
      const found = await lockFound(goalIds)
      if (found.length < goalIds.length) throw new FieldError('goalIds', entryRecord.fields.goalIds.refusal)
    },
    /** Links an entry with these goals only. The caller has locked the entry and the goals of this user. */
    replace: async (entryId: string, goalIds: string[]) => {
      await db
        .delete(goalDays)
        .where(
          and(
            eq(goalDays.userId, userId),
            eq(goalDays.entryId, entryId),
            notInArray(goalDays.goalId, goalIds),
          ),
        )
      if (goalIds.length)
        await db
          .insert(goalDays)
          .values(goalIds.map((goalId) => ({ entryId, goalId, userId })))
          .onConflictDoNothing()
    },
    /** What names a goal. */
    linkedWith: async (goalId: string) => {
      const ofGoal = and(eq(goalDays.userId, userId), eq(goalDays.goalId, goalId))
      const days = await db.select({ id: goalDays.entryId }).from(goalDays).where(ofGoal)
      const isPart = and(eq(goals.userId, userId), eq(goals.parentId, goalId))
      const parts = await db.select({ id: goals.id }).from(goals).where(isPart)
      return { entryIds: days.map(({ id }) => id), partIds: parts.map(({ id }) => id) }
    },
    /** What named a goal that comes back, until the end of the transaction. */
    lockNamed: async (entryIds: string[], partIds: string[]) => {
      // Entries in the order of an import.
      for (const [table, ids, order, strength] of [
        [goals, partIds, sql`id`, sql`no key update`],
        [journalEntries, entryIds, sql`entry_date`, sql`key share`],
      ] as const)
        await db.execute(sql`
          select from ${table} where user_id = ${userId} and id = any(${sql.param(ids)}::uuid[])
          order by ${order} for ${strength}`)
    },
    /** Links a goal with those of these entries that are there and have room for it. */
    restore: (goalId: string, entryIds: string[]) =>
      db.execute(sql`
        insert into goal_days (entry_id, goal_id, user_id)
        select id, ${goalId}, user_id from journal_entries
        where user_id = ${userId} and id = any(${sql.param(entryIds)}::uuid[])
          and (select count(*) from goal_days d where d.entry_id = id) < ${entryRecord.fields.goalIds.most}
        on conflict do nothing`),
  }
}
