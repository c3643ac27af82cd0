import { type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** A batch ends with the row that reaches this many bytes of text, so it is larger by at most one row. */
const batchBytes = 1_000_000
const batchRows = 1_000

/** Some rows of a list in its order, and how to read the ones after them; without `next` they are the last. */
export class Batch<T> {
  constructor(
    readonly rows: T[],
    readonly next?: () => Promise<Batch<T>>,
  ) {}
}

export type Measured<Row = unknown> = Row & { bytes: number; bytesSoFar: number }

/** Columns for a statement that reads a batch of `table` in `order`. `text_bytes` is defined in the migration `quota`. */
export const measured = (table: PgTable, order: SQL) => ({
  bytes: sql<number>`text_bytes(${table})`.as('bytes'),
  bytesSoFar:
    sql<number>`(sum(text_bytes(${table})) over (order by ${order} rows unbounded preceding))::int`.as(
      'bytes_so_far',
    ),
})

/** Which of the measured rows belong to the batch. */
export const inBatch = (rows: { [K in keyof Measured]: SQL.Aliased<number> }) =>
  sql`${rows.bytesSoFar} - ${rows.bytes} < ${sql.raw(String(batchBytes))}`

/**
 * The parameter `limit` of such a statement. In a subquery the planner cannot see its value, so that it does not plan the
 * statement anew for each one. Drizzle accepts it, though its types know only numbers and placeholders.
 */
export const batchLimit = sql`(select ${sql.placeholder('limit')}::int)` as unknown as Placeholder<'limit'>

/** The first batch of a list of `most` rows. `read` gives up to `limit` rows after `last`, or the first ones. */
export async function firstBatch<R extends Measured>(
  read: (limit: number, last?: R) => Promise<R[]>,
  most = Infinity,
  previous?: R,
): Promise<Batch<Omit<R, keyof Measured>>> {
  const limit = Math.min(most, batchRows)
  const found = await read(limit, previous)
  const last = found.at(-1)
  const isEnd = !last || found.length === most || (found.length < limit && last.bytesSoFar < batchBytes)
  return new Batch(
    found.map(unmeasured),
    isEnd ? undefined : () => firstBatch(read, most - found.length, last),
  )
}

function unmeasured<R extends Measured>(found: R): Omit<R, keyof Measured> {
  const { bytes: _, bytesSoFar: __, ...row } = found
  return row
}
