import { and, desc, eq, sql } from 'drizzle-orm'
import type { GoalFilter, GoalInput } from '@shared/goal-input'
import type { GoalPatch } from '@shared/goals'
import { goals } from '@shared/schema'
import { builtOnce, type Db } from '../../db/db'
import { one } from '../../http/errors'

const newestFirst = [desc(goals.createdAt), desc(goals.id)]

const prepared = builtOnce((db) => ({
  all: db
    .select()
    .from(goals)
    .where(eq(goals.userId, sql.placeholder('userId')))
    .orderBy(...newestFirst)
    .prepare('all_goals'),
}))

export function goalsOf(db: Db, userId: string) {
  const mine = eq(goals.userId, userId)
  const mineById = (id: string) => and(mine, eq(goals.id, id))
  return {
    list: async ({ timeline }: GoalFilter = {}) =>
      timeline
        ? db
            .select()
            .from(goals)
            .where(and(mine, eq(goals.timeline, timeline)))
            .orderBy(...newestFirst)
        : prepared(db).all.execute({ userId }),
    get: async (id: string) => one(await db.select().from(goals).where(mineById(id)), 'Goal'),
    create: async (input: GoalInput) =>
      one(
        await db
          .insert(goals)
          .values({ ...input, userId })
          .returning(),
        'Goal',
      ),
    update: async (id: string, patch: GoalPatch, now: Date) =>
      one(
        await db
          .update(goals)
          .set({ ...patch, updatedAt: now })
          .where(mineById(id))
          .returning(),
        'Goal',
      ),
    remove: async (id: string) => {
      one(await db.delete(goals).where(mineById(id)).returning({ id: goals.id }), 'Goal')
    },
    count: async (filter: Required<GoalFilter>) => {
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(goals)
        .where(and(mine, eq(goals.timeline, filter.timeline)))
      return row?.count ?? 0
    },
  }
}
