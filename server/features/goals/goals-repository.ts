import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import {
  type GoalFilter,
  type GoalInput,
  type GoalPatch,
  goalRecord,
  parentRefusals,
  type Timeline,
  timelines,
  timelinesAbove,
} from '@shared/goals'
import { goals } from '@shared/schema'
import { batchLimit, firstBatch } from '../../db/batches'
import { builtOnce, type Db } from '../../db/db'
import { iso } from '../../db/parameters'
import { ConflictError, FieldError, NotFoundError, one } from '../../http/errors'
import { answerToRepeat, createdOnce, type NewRow } from '../../http/idempotency'
import { refuseLonger } from '../../http/parse-input'

const { requestHash: _, ...columns } = getTableColumns(goals)
/** What its owner sees of a goal. */
export const goalColumns = columns
export type Goal = Omit<typeof goals.$inferSelect, 'requestHash'>

/** `isNew`: it was added in the same transaction, so that its version stays. */
export type NewPart = { id: string; parentId: string; isNew: boolean }

/** By the goals' ids. */
export type GoalTitles = ReadonlyMap<string, string>

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

const rank = (table: 'parent' | 'part') =>
  sql`array_position(${sql.param([...timelines])}::text[], ${sql.raw(table)}.timeline)`
/** Whether the goal `part` can be a part of the goal `parent`. */
const fits = sql`${rank('parent')} < ${rank('part')}`

/** Strictly increasing, so that two changes within a millisecond are different versions. */
const nextVersion = (table: 'goals' | 'part', now: Date) =>
  sql`greatest(${iso(now)}::timestamptz, ${sql.raw(table)}.updated_at + interval '1 millisecond')`

/** undefined leaves the column as it is. */
function achievedAt(achieved: boolean | undefined, now: Date) {
  if (achieved === undefined) return undefined
  return achieved ? sql`coalesce(${goals.achievedAt}, ${iso(now)}::timestamptz)` : null
}

export function goalsOf(db: Db, userId: string) {
  const mine = eq(goals.userId, userId)
  const mineById = (id: string) => and(mine, eq(goals.id, id))
  const get = async (id: string, tx = db) =>
    one(await tx.select(goalColumns).from(goals).where(mineById(id)), 'Goal')

  /** Until the end of the transaction nobody else changes the timelines and links of this user's goals. */
  const lockLinks = (tx: Db) =>
    tx.execute(sql`select pg_advisory_xact_lock(hashtext('goal links'), hashtext(${userId}))`)

  /** Keeps the parent from being deleted until the end of the transaction. 400 if a goal of `timeline` cannot be a part of it. */
  async function lockParent(tx: Db, parentId: string, timeline: Timeline) {
    const [parent] = await tx
      .select({ id: goals.id })
      .from(goals)
      .where(and(mineById(parentId), inArray(goals.timeline, [...timelinesAbove(timeline)])))
      .for('key share')
    if (!parent) throw new FieldError('parentId', parentRefusals[timeline])
  }

  /** Removes the links of a goal to its parent, and of its parts to it, that the timelines no longer allow. */
  async function removeUnfitLinks(tx: Db, goal: Goal): Promise<Goal> {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update goals part set parent_id = null from goals parent
      where part.user_id = ${userId} and parent.user_id = ${userId} and parent.id = part.parent_id
        and ${goal.id} in (part.id, parent.id) and not ${fits}
      returning part.id`)
    return rows.some(({ id }) => id === goal.id) ? { ...goal, parentId: null } : goal
  }

  return {
    list: ({ timeline }: GoalFilter = {}) =>
      firstBatch<Goal>((limit, last) => {
        const { createdAt, id } = last ? { ...last, createdAt: iso(last.createdAt) } : beforeTheFirst
        return prepared(db).batch.execute({ userId, limit, timeline, createdAt, id })
      }),
    get: (id: string) => get(id),
    titles: async (): Promise<GoalTitles> => {
      const rows = await db.select({ id: goals.id, title: goals.title }).from(goals).where(mine)
      return new Map(rows.map(({ id, title }) => [id, title]))
    },
    /** If there is a goal with this id, the same request was carried out before: its goal is given as it is now. */
    create: async (input: GoalInput, newRow: NewRow): Promise<Goal> => {
      const insert = async (tx: Db) => {
        if (input.parentId) {
          await lockLinks(tx)
          await lockParent(tx, input.parentId, input.timeline)
        }
        const values = { ...input, ...newRow, userId }
        const [created] = await tx.insert(goals).values(values).onConflictDoNothing().returning(goalColumns)
        return created
      }
      const goal = await createdOnce<Goal>(
        () => (input.parentId ? db.transaction(insert) : insert(db)),
        async () => {
          const [existing] = await db.select().from(goals).where(mineById(newRow.id))
          return existing && answerToRepeat(existing, newRow)
        },
      )
      if (!goal) throw new NotFoundError('Goal')
      return goal
    },
    /** With `updatedAt`, updates only if the goal has not changed since then (optimistic locking). */
    update: async (id: string, { achieved, updatedAt: loadedAt, ...patch }: GoalPatch, now: Date) => {
      const wanted = Object.entries({ ...patch, achieved }).filter(([, value]) => value !== undefined)
      if (!wanted.length) return get(id)
      await refuseLonger(goalRecord, patch, () => get(id))
      const unchanged = loadedAt ? eq(goals.updatedAt, new Date(loadedAt)) : undefined
      const updatedAt = nextVersion('goals', now)
      const { parentId, timeline } = patch
      const changesLinks = parentId !== undefined || timeline !== undefined
      const change = async (tx: Db) => {
        if (changesLinks) await lockLinks(tx)
        if (parentId) await lockParent(tx, parentId, timeline ?? (await get(id, tx)).timeline)
        const [updated] = await tx
          .update(goals)
          .set({ ...patch, achievedAt: achievedAt(achieved, now), updatedAt })
          .where(and(mineById(id), unchanged))
          .returning(goalColumns)
        return updated && changesLinks ? removeUnfitLinks(tx, updated) : updated
      }
      const updated = await (changesLinks ? db.transaction(change) : change(db))
      if (updated) return updated
      const current = await get(id)
      // A retry of a request whose answer was lost: the goal already has the wanted values.
      const is = { ...current, achieved: current.achievedAt !== null }
      if (wanted.every(([name, value]) => is[name as keyof typeof is] === value)) return current
      throw new ConflictError('This goal was changed elsewhere', { current })
    },
    /** In a transaction, sets the parent of goals that have none, where their timelines allow it. */
    addParents: async (parts: NewPart[], now: Date) => {
      await lockLinks(db)
      await db.execute(sql`
        update goals part set parent_id = parent.id,
          updated_at = case when "isNew" then part.updated_at else ${nextVersion('part', now)} end
        from json_to_recordset(${JSON.stringify(parts)}) as wanted (id uuid, "parentId" uuid, "isNew" boolean)
          join goals parent on parent.user_id = ${userId} and parent.id = wanted."parentId"
        where part.user_id = ${userId} and part.id = wanted.id and part.parent_id is null and ${fits}`)
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
