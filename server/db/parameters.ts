import { sql } from 'drizzle-orm'

/** For `sql` templates, which do not know the types of columns. */
export const iso = (at: Date | undefined) => at?.toISOString() ?? null

/** One column of `rows` as an array parameter for `unnest`. */
export const column = <T, V>(rows: T[], value: (row: T) => V) => sql.param(rows.map(value))
