import { and, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import {
  type GoalFilter,
  type GoalInput,
  type GoalPatch,
  type GoalView,
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
import { asItWas, type Change, nextUpdatedAt } from '../../http/change'
import { ConflictError, FieldError, NotFoundError, one, RetryLaterError } from '../../http/errors'
import { answerToRepeat, createdOnce, type NewRow } from '../../http/idempotency'
import { refuseLonger } from '../../http/parse-input'
import { type Confirm, type RowAsJson, type RowVersion, versionsOf } from '../versions/versions-repository'
import { goalDaysOf } from './goal-days-repository'

const { requestHash: _, ...columns } = getTableColumns(goals)
/** What its owner sees of a goal. */
export const goalColumns = columns
export type Goal = Omit<typeof goals.$inferSelect, 'requestHash'>

/** A goal as it was. */
export const goalOfVersion = (row: RowAsJson & Partial<Pick<GoalView, 'achievedAt' | 'keptOn'>>): Goal => ({
  ...goalRecord.stored(goalRecord.values(goalRecord.read(row))),
  id: row.id,
  userId: row.userId,
  achievedAt: row.achievedAt ? new Date(row.achievedAt) : null,
  keptOn: row.keptOn ?? null,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
})

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

/** As `nextUpdatedAt`. */
const nextVersion = (table: 'goals' | 'part', { now }: Change) =>
  sql`greatest(${iso(now)}::timestamptz, ${sql.raw(table)}.updated_at + interval '1 millisecond')`

export function goalsOf(db: Db, userId: string) {
  const mine = eq(goals.userId, userId)
  const mineById = (id: string) => and(mine, eq(goals.id, id))
  const get = async (id: string, tx = db) =>
    one(await tx.select(goalColumns).from(goals).where(mineById(id)), 'Goal')

  /** Until the end of the transaction nobody else changes the timelines and links of this user's goals. */
  const lockLinks = (tx: Db) =>
    tx.execute(sql`select pg_advisory_xact_lock(hashtext('goal links'), hashtext(${userId}))`)

  /** Keeps the parent from being deleted until the end of the transaction. False if a goal of `timeline` cannot be a part of it. */
  async function lockFittingParent(tx: Db, parentId: string, timeline: Timeline) {
    const found = await tx
      .select({ id: goals.id })
      .from(goals)
      .where(and(mineById(parentId), inArray(goals.timeline, [...timelinesAbove(timeline)])))
      .for('key share')
    return found.length > 0
  }

  async function lockParent(tx: Db, parentId: string, timeline: Timeline) {
    if (!(await lockFittingParent(tx, parentId, timeline)))
      throw new FieldError('parentId', parentRefusals[timeline])
  }

  /** Until the end of the transaction. Only a deletion waits for those that keep the goal from being deleted, such as an import. */
  const lock = (tx: Db, id: string, strength: 'no key update' | 'update' = 'no key update') =>
    tx.select(goalColumns).from(goals).where(mineById(id)).for(strength)

  /**
   * Removes the links of a goal to its parent, and of its parts to it, that the timelines no longer allow. The version that was
   * replaced keeps the parts.
   */
  async function removeUnfitLinks(tx: Db, goal: Goal): Promise<Goal> {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update goals part set parent_id = null from goals parent
      where part.user_id = ${userId} and parent.user_id = ${userId} and parent.id = part.parent_id
        and ${goal.id} in (part.id, parent.id) and not ${fits}
      returning part.id`)
    const parts = rows.flatMap(({ id }) => (id === goal.id ? [] : id))
    await versionsOf(tx, userId).addCutParts(goal.id, parts)
    return parts.length < rows.length ? { ...goal, parentId: null } : goal
  }

  /** Keeps goals as they are before they are changed together. */
  const keepAll = (rows: Goal[], change: Change) =>
    versionsOf(db, userId).keepAll(
      rows.map((row) => ({ kind: 'goal', row, at: nextUpdatedAt(row, change) })),
      change,
    )

  const changed = (current: Goal) => new ConflictError('This goal was changed elsewhere', { current })

  /** In a transaction that has locked `current`. */
  async function replace(tx: Db, current: Goal, next: Partial<Goal>, change: Change) {
    const updatedAt = nextUpdatedAt(current, change)
    await versionsOf(tx, userId).keep({ kind: 'goal', row: current, at: updatedAt }, change)
    const updated = await tx
      .update(goals)
      .set({ ...next, updatedAt })
      .where(mineById(current.id))
      .returning(goalColumns)
    return one(updated, 'Goal')
  }

  return {
    list: ({ timeline }: GoalFilter = {}) =>
      firstBatch<Goal>((limit, last) => {
        const { createdAt, id } = last ? { ...last, createdAt: iso(last.createdAt) } : beforeTheFirst
        return prepared(db).batch.execute({ userId, limit, timeline, createdAt, id })
      }),
    lockLinks: () => lockLinks(db),
    /** 400 if a goal of `timeline` cannot be a part of it. */
    checkParent: (parentId: string, timeline: Timeline) => lockParent(db, parentId, timeline),
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
    /** With `updatedAt`, updates only if the goal has not changed since then (optimistic locking). What it has already is no change. */
    update: async (id: string, { achieved, updatedAt: loadedAt, ...patch }: GoalPatch, change: Change) => {
      const wanted = Object.entries({ ...patch, achieved }).filter(([, value]) => value !== undefined)
      if (!wanted.length) return asItWas(await get(id))
      await refuseLonger(goalRecord, patch, () => get(id))
      const { parentId, timeline } = patch
      const changesLinks = parentId !== undefined || timeline !== undefined
      return db.transaction(async (tx) => {
        if (changesLinks) await lockLinks(tx)
        if (parentId) await lockParent(tx, parentId, timeline ?? (await get(id, tx)).timeline)
        const current = one(await lock(tx, id), 'Goal')
        const is = { ...current, achieved: current.achievedAt !== null }
        // Such as a retry of a request whose answer was lost.
        if (wanted.every(([name, value]) => is[name as keyof typeof is] === value)) return asItWas(current)
        if (loadedAt && new Date(loadedAt).getTime() !== current.updatedAt.getTime()) throw changed(current)
        const achievedAt = achieved ? (current.achievedAt ?? change.now) : null
        const next = achieved === undefined ? patch : { ...patch, achievedAt }
        const updated = await replace(tx, current, next, change)
        return changesLinks ? removeUnfitLinks(tx, updated) : updated
      })
    },
    /** In a transaction, sets the parent of goals that have none, where their timelines allow it. */
    addParents: async (parts: NewPart[], change: Change) => {
      await lockLinks(db)
      const without = inArray(
        goals.id,
        parts.flatMap(({ id, isNew }) => (isNew ? [] : id)),
      )
      const before = await db
        .select(goalColumns)
        .from(goals)
        .where(and(mine, without, isNull(goals.parentId)))
        .orderBy(goals.id)
        .for('no key update')
      const { rows } = await db.execute<{ id: string }>(sql`
        update goals part set parent_id = parent.id,
          updated_at = case when "isNew" then part.updated_at
            else ${nextVersion('part', change)} end
        from json_to_recordset(${JSON.stringify(parts)}) as wanted (id uuid, "parentId" uuid, "isNew" boolean)
          join goals parent on parent.user_id = ${userId} and parent.id = wanted."parentId"
        where part.user_id = ${userId} and part.id = wanted.id and part.parent_id is null and ${fits}
        returning part.id`)
      const changed = new Set(rows.map(({ id }) => id))
      await keepAll(
        before.filter(({ id }) => changed.has(id)),
        change,
      )
    },
    /** In a transaction that has locked the goals. */
    removeParents: async (ids: string[], change: Change) => {
      const those = and(mine, inArray(goals.id, ids))
      await keepAll(await db.select(goalColumns).from(goals).where(those), change)
      await db
        .update(goals)
        .set({ parentId: null, updatedAt: nextVersion('goals', change) })
        .where(those)
    },
    /**
     * Brings back a version, with the parts that did not fit later. A goal that is gone is created again, with its days and parts.
     * `confirm` may refuse once the goal is locked.
     */
    restore: ({ row, newest, cutPartIds }: RowVersion, change: Change, confirm?: Confirm) =>
      db.transaction(async (tx) => {
        await lockLinks(tx)
        const goal = goalOfVersion(row)
        const { id, timeline, achievedAt, keptOn } = goal
        const hasParent = goal.parentId && (await lockFittingParent(tx, goal.parentId, timeline))
        const parentId = hasParent ? goal.parentId : null
        const [current] = await lock(tx, id)
        await confirm?.(tx)
        const { entryIds = [], partIds = [] } = (current ? undefined : newest.linked) ?? {}
        const parts = [...partIds, ...cutPartIds].map((partId) => ({ id: partId, parentId: id, isNew: true }))
        // Before the user, whom a trigger locks.
        await goalDaysOf(tx, userId).lockNamed(
          entryIds,
          parts.map((part) => part.id),
        )
        if (current) {
          const next = { ...goalRecord.stored(goalRecord.values(goal)), achievedAt, keptOn, parentId }
          const isSame =
            goalRecord.isSame(current, next) &&
            current.achievedAt?.getTime() === achievedAt?.getTime() &&
            current.keptOn === keptOn
          const updated = isSame ? current : await replace(tx, current, next, change)
          const restored = await removeUnfitLinks(tx, updated)
          await goalsOf(tx, userId).addParents(parts, change)
          return { row: restored, isNew: false }
        }
        const updatedAt = nextUpdatedAt({ updatedAt: newest.at }, change)
        const [created] = await tx
          .insert(goals)
          .values({ ...goal, parentId, updatedAt })
          .onConflictDoNothing()
          .returning(goalColumns)
        // A repeat of the request that had created it was faster.
        if (!created) throw new RetryLaterError(503, 'This goal is being created. Please try again.', 1)
        await goalDaysOf(tx, userId).restore(id, entryIds)
        await goalsOf(tx, userId).addParents(parts, change)
        return { row: created, isNew: true }
      }),
    /** With `loadedAt` only if it has not changed since then. */
    remove: (id: string, change: Change, loadedAt?: Date) =>
      db.transaction(async (tx) => {
        const row = one(await lock(tx, id, 'update'), 'Goal')
        if (loadedAt && loadedAt.getTime() !== row.updatedAt.getTime()) throw changed(row)
        const linked = await goalDaysOf(tx, userId).linkedWith(id)
        const version = {
          kind: 'goal' as const,
          row,
          at: nextUpdatedAt(row, change),
          deleted: true,
          linked,
        }
        await versionsOf(tx, userId).keep(version, change)
        await tx.delete(goals).where(mineById(id))
      }),
    count: async (filter: Required<GoalFilter>) => {
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(goals)
        .where(and(mine, eq(goals.timeline, filter.timeline)))
      return row?.count ?? 0
    },
  }
}
