import { and, eq, gt, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import { timelines } from '@shared/goals'
import { dayMs } from '@shared/instants'
import { goalDays, goals, journalEntries as entries, rowVersions } from '@shared/schema'
import type { Db } from '../../db/db'
import { type Change, nextUpdatedAt } from '../../http/change'
import { NotFoundError } from '../../http/errors'
import { goalColumns, goalsOf } from '../goals/goals-repository'
import { entryColumns, entryOfVersion } from '../journal/journal-repository'
import { versionsOf } from '../versions/versions-repository'
import { importOf } from './import-repository'

const rowsAtOnce = 100

/** What the undo of an import reads and writes, in the transaction that `importOf` has begun, and in this order. */
export function importUndoOf(db: Db, userId: string, importId: string, change: Change) {
  const ofImport = and(eq(rowVersions.userId, userId), eq(rowVersions.importId, importId))
  const versions = versionsOf(db, userId)
  const tables = { goal: goals, entry: entries }
  const mineOf = (kind: keyof typeof tables, ids: string[]) =>
    and(eq(tables[kind].userId, userId), inArray(tables[kind].id, ids))

  /** Versions of the import, which are used up. Those of what it added have no row. */
  const take = (kind: keyof typeof tables, isAdded: boolean) => {
    const found = db
      .select({ id: rowVersions.id })
      .from(rowVersions)
      .where(and(ofImport, eq(rowVersions.kind, kind), (isAdded ? isNull : isNotNull)(rowVersions.row)))
      .limit(rowsAtOnce)
    const { rowId, row } = rowVersions
    return db
      .delete(rowVersions)
      .where(and(ofImport, inArray(rowVersions.id, found)))
      .returning({ rowId, row })
  }
  const allOf = async <T>(batch: () => Promise<T[]>, undo: (batch: T[]) => Promise<unknown>) => {
    let count = 0
    for (let rows = await batch(); rows.length; rows = await batch()) {
      await undo(rows)
      count += rows.length
    }
    return count
  }
  const remove = async (kind: keyof typeof tables, rows: { id: string; updatedAt: Date }[]) => {
    const removed = rows.map((row) => ({ kind, row, at: nextUpdatedAt(row, change), deleted: true }))
    await versions.keepAll(removed, change)
    const ids = rows.map(({ id }) => id)
    await db.delete(tables[kind]).where(mineOf(kind, ids))
  }

  return {
    /** Locks what the import has changed and added. 404 after a day, and where not all of it is known any more. */
    lock: async () => {
      const dayAgo = new Date(change.now.getTime() - dayMs)
      // What it added has the time of the file, and goes after a day.
      const isOfLastDay = or(
        gt(rowVersions.at, dayAgo),
        and(isNull(rowVersions.row), gt(rowVersions.expiresAt, change.now)),
      )
      await goalsOf(db, userId).lockLinks()
      for (const table of Object.values(tables))
        await db.execute(sql`
          select count(*) from (select id from ${table} where user_id = ${userId} and id in (
            select row_id from row_versions where ${ofImport}) order by id for update) as locked`)
      // None of them is trimmed from here on.
      await db.execute(sql`select from row_versions where ${ofImport} order by id for update`)
      if (!(await db.$count(rowVersions, and(ofImport, isOfLastDay)))) throw new NotFoundError('Import')
    },
    /** Leaves out what was changed since. Gives the days of those entries, and how many goals. */
    leaveOutChanged: async () => {
      const changed = await db
        .selectDistinct({ day: entries.entryDate })
        .from(entries)
        .innerJoin(rowVersions, and(eq(rowVersions.rowId, entries.id), eq(rowVersions.kind, 'entry')))
        .where(and(ofImport, eq(entries.userId, userId), sql`${entries.updatedAt} <> ${rowVersions.at}`))
        .orderBy(entries.entryDate)
      const changedGoals = db
        .selectDistinct({ id: goals.id })
        .from(goals)
        .innerJoin(rowVersions, and(eq(rowVersions.rowId, goals.id), eq(rowVersions.kind, 'goal')))
        .where(and(ofImport, eq(goals.userId, userId), sql`${goals.updatedAt} <> ${rowVersions.at}`))
      const keptGoals = await db.$count(changedGoals.as('changed'))
      const isUnchanged = (kind: keyof typeof tables) => sql`${rowVersions.kind} = ${kind} and exists (
        select from ${tables[kind]} living where living.user_id = ${userId} and living.id = ${rowVersions.rowId}
          and living.updated_at = ${rowVersions.at})`
      await db
        .update(rowVersions)
        .set({ importId: null })
        .where(and(ofImport, sql`not (${isUnchanged('entry')} or ${isUnchanged('goal')})`))
      return { days: changed.map(({ day }) => day), goals: keptGoals }
    },
    /** Gives how many. */
    restoreEntries: () =>
      allOf(
        () => take('entry', false),
        async (taken) => {
          const before = taken.flatMap(({ row }) => (row ? entryOfVersion(row) : []))
          const earlier = new Map(before.map((entry) => [entry.id, entry]))
          const isTaken = mineOf('entry', [...earlier.keys()])
          const current = await db.select(entryColumns).from(entries).where(isTaken)
          const restored = current.flatMap((entry) => {
            const row = earlier.get(entry.id)
            return row ? [{ ...row, updatedAt: nextUpdatedAt(entry, change) }] : []
          })
          await importOf(db, userId).replaceEntries(current, restored, change)
          const links = before.map(({ id, goalIds }) => ({ id, goalIds }))
          await db.execute(sql`
            delete from goal_days using json_to_recordset(${JSON.stringify(links)}) as entry (id uuid, "goalIds" uuid[])
            where user_id = ${userId} and entry_id = entry.id and not goal_id = any(entry."goalIds")`)
        },
      ),
    removeEntries: () =>
      allOf(
        () => take('entry', true),
        async (taken) => {
          const ids = taken.map(({ rowId }) => rowId)
          await remove('entry', await db.select(entryColumns).from(entries).where(mineOf('entry', ids)))
        },
      ),
    /** Removes those that the import added and that nothing else names. Gives how many goals were restored, removed and kept. */
    undoGoals: async () => {
      // All that an import changes of a goal that was there is that it gets a parent.
      const restored = await allOf(
        () => take('goal', false),
        (taken) =>
          goalsOf(db, userId).removeParents(
            taken.map(({ rowId }) => rowId),
            change,
          ),
      )
      const ids: string[] = []
      await allOf(
        () => take('goal', true),
        async (taken) => ids.push(...taken.map(({ rowId }) => rowId)),
      )
      let removed = 0
      // Parts come before what they are a part of.
      for (const timeline of timelines.toReversed()) {
        const days = db
          .select()
          .from(goalDays)
          .where(and(eq(goalDays.userId, userId), eq(goalDays.goalId, goals.id)))
        const parts = sql`exists (select from goals part where part.user_id = ${userId} and part.parent_id = ${goals.id})`
        const isFree = and(notExists(days), sql`not ${parts}`)
        const free = await db
          .select(goalColumns)
          .from(goals)
          .where(and(mineOf('goal', ids), eq(goals.timeline, timeline), isFree))
        await remove('goal', free)
        removed += free.length
      }
      return { restored, removed, kept: ids.length - removed }
    },
  }
}
