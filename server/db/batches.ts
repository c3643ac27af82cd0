import { type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** A batch ends with the row that reaches this many bytes of text, so it is larger by at most one row. */
const batchBytes = 1_000_000
const batchRows = 1_000

/**
 * Some rows of a list in its order, and how to read the ones after them; without `next` they are the last. `total` is told
 * to the client: how many there are in all, where the list is only a page of them.
 */
export class Batch<T> {
  constructor(
    readonly rows: T[],
    readonly next?: () => Promise<Batch<T>>,
    readonly total?: number,
  ) {}
}

/** The rows of a list one by one, a batch of them in memory. */
export async function* rowsOf<T>(first: () => Promise<Batch<T>>): AsyncGenerator<T> {
  for (let next: (() => Promise<Batch<T>>) | undefined = first; next;) {
    const batch: Batch<T> = await next()
    yield* batch.rows
    next = batch.next
  }
}

/**
 * The most rows that a statement reads of `table`, which it filters by `where` and sorts by `order`: the parameter `limit`,
 * or as many as make a batch. The rows are measured only where the parameter `userId` has stored more than one batch.
 * `text_bytes` is defined in the migration `quota`. Drizzle accepts SQL here, though its types know only placeholders.
 */
export function batchLimit(table: PgTable, where: SQL | undefined, order: SQL): Placeholder<'limit'> {
  const limit = sql`${sql.placeholder('limit')}::int`
  const stored = sql`(select bytes from usage where user_id = ${sql.placeholder('userId')})`
  const bytes = sql`text_bytes(${table})`
  const fitting = sql`(select count(*) from (
    select ${bytes} as bytes, sum(${bytes}) over (order by ${order} rows unbounded preceding) as bytes_so_far
    from ${table} where ${where} order by ${order} limit ${limit}
  ) measured where bytes_so_far - bytes < ${batchBytes})`
  return sql`(select case when ${stored} < ${batchBytes} then ${limit} else ${fitting} end)` as unknown as Placeholder<'limit'>
}

/** The first batch of a list of `most` rows. `read` gives up to `limit` rows after `last`, or the first ones. */
export async function firstBatch<R extends object>(
  read: (limit: number, last?: R) => Promise<R[]>,
  most = Infinity,
  previous?: R,
): Promise<Batch<R>> {
  const limit = Math.min(most, batchRows)
  const rows = await read(limit, previous)
  const last = rows.at(-1)
  const isEnd = !last || rows.length === most || (rows.length < limit && mostBytes(rows) < batchBytes)
  return new Batch(rows, isEnd ? undefined : () => firstBatch(read, most - rows.length, last))
}

/** UTF-8 needs at most three bytes for a UTF-16 unit. */
function mostBytes(rows: object[]): number {
  let units = 0
  for (const row of rows)
    for (const value of Object.values(row)) if (typeof value === 'string') units += value.length
  return 3 * units
}
