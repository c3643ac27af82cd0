import { and, lte, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db'

type Due = { key: AnyPgColumn[]; dueAt: AnyPgColumn; where?: SQL; now: Date; limit: number }

/**
 * For a statement by which one of several instances claims rows: it updates where `isDue`, `with(due)`, and moves `dueAt`
 * into the future (a lease) or makes `where` false. These are at most `limit` rows, those due longest; rows that another
 * instance is claiming are skipped. The select is a CTE, which runs once: as a subquery some plans of PostgreSQL run it for
 * each row, skip what they have locked, and claim far more.
 */
export function dueRows(db: Db, table: AnyPgTable, { key, dueAt, where, now, limit }: Due) {
  const due = db.$with('due').as(
    db
      .select(Object.fromEntries(key.map((column) => [column.name, column])))
      .from(table)
      .where(and(where, lte(dueAt, now)))
      .orderBy(dueAt)
      .limit(limit)
      .for('update', { skipLocked: true }),
  )
  return { due, isDue: sql`(${sql.join(key, sql`, `)}) in (select * from ${due})` }
}
