import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { type GoalFilter, type GoalInput, type GoalPatch, goalRecord } from '@shared/goals'
import { goals } from '@shared/schema'
import { batchLimit, firstBatch } from '../../db/batches'
import { builtOnce, type Db } from '../../db/db'
import { iso } from '../../db/parameters'
import { ConflictError, one } from '../../http/errors'
import { answerToRepeat, type NewRow } from '../../http/idempotency'
import { refuseLonger } from '../../http/parse-input'

const { requestHash: _, ...columns } = getTableColumns(goals)
/** What its owner sees of a goal. */
export const goalColumns = columns
export type Goal = Omit<typeof goals.$inferSelect, 'requestHash'>

const beforeTheFirst = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

const prepared = builtOnce((db) => {
  const { placeholder } = sql
  const timeline = sql`${placeholder('timeline')}::text`
  const newestFirst = [desc(goals.createdAt), desc(goals.id)]
  const older = and(
    eq(goals.userId, placeholder('userId')),
    sql`(${goals.createdAt}, ${goals.id}) < (${placeholder('createdAt')}::timestamptz, ${placeholder('id')}::uuid)`,
    sql`(${timeline} is null or ${goals.timeline} = ${timeline})`,
  )
  return {
    batch: db
      .select(goalColumns)
      .from(goals)
      .where(older)
      .orderBy(...newestFirst)
      .limit(batchLimit(goals, older, sql.join(newestFirst, sql`, `)))
      .prepare('goals_batch'),
  }
})

/** undefined leaves the column as it is. */
function achievedAt(achieved: boolean | undefined, now: Date) {
  if (achieved === undefined) return undefined
  return achieved ? sql`coalesce(${goals.achievedAt}, ${iso(now)}::timestamptz)` : null
}

export function goalsOf(db: Db, userId: string) {
  const mine = eq(goals.userId, userId)
  const mineById = (id: string) => and(mine, eq(goals.id, id))
  const get = async (id: string) => one(await db.select(goalColumns).from(goals).where(mineById(id)), 'Goal')
  return {
    list: ({ timeline }: GoalFilter = {}) =>
      firstBatch<Goal>((limit, last) => {
        const { createdAt, id } = last ? { ...last, createdAt: iso(last.createdAt) } : beforeTheFirst
        return prepared(db).batch.execute({ userId, limit, timeline, createdAt, id })
      }),
    get,
    /** If there is a goal with this id, the same request was carried out before: its goal is given as it is now. */
    create: async (input: GoalInput, newRow: NewRow): Promise<Goal> => {
      const values = { ...input, ...newRow, userId }
      const [created] = await db.insert(goals).values(values).onConflictDoNothing().returning(goalColumns)
      if (created) return created
      return answerToRepeat(one(await db.select().from(goals).where(mineById(newRow.id)), 'Goal'), newRow)
    },
    /** With `updatedAt`, updates only if the goal has not changed since then (optimistic locking). */
    update: async (id: string, { achieved, updatedAt: loadedAt, ...patch }: GoalPatch, now: Date) => {
      const wanted = Object.entries({ ...patch, achieved }).filter(([, value]) => value !== undefined)
      if (!wanted.length) return get(id)
      await refuseLonger(goalRecord, patch, () => get(id))
      const unchanged = loadedAt ? eq(goals.updatedAt, new Date(loadedAt)) : undefined
      // Strictly increasing, so that two changes within a millisecond are different versions.
      const updatedAt = sql`greatest(${iso(now)}::timestamptz, ${goals.updatedAt} + interval '1 millisecond')`
      const [updated] = await db
        .update(goals)
        .set({ ...patch, achievedAt: achievedAt(achieved, now), updatedAt })
        .where(and(mineById(id), unchanged))
        .returning(goalColumns)
      if (updated) return updated
      const current = await get(id)
      // A retry of a request whose answer was lost: the goal already has the wanted values.
      const is = { ...current, achieved: current.achievedAt !== null }
      if (wanted.every(([name, value]) => is[name as keyof typeof is] === value)) return current
      throw new ConflictError('This goal was changed elsewhere', { current })
    },
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
