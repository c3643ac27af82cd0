import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { createEmptyDatabase } from './database'

/** Creates a database without tables, which is dropped after the test. */
export async function emptyDatabase() {
  const { url, pool, drop } = await createEmptyDatabase()
  onTestFinished(drop)
  return { url, pool, name: new URL(url).pathname.slice(1) }
}

export const tablesOf = async (pool: pg.Pool): Promise<string[]> =>
  (await pool.query(`select tablename from pg_tables where schemaname = 'public' order by 1`)).rows.map(
    ({ tablename }) => tablename,
  )

/** The rows of every table, sorted. */
export async function rowsOf(pool: pg.Pool) {
  const rows: Record<string, string[]> = {}
  for (const table of await tablesOf(pool))
    rows[table] = (await pool.query(`select t::text as row from ${table} t order by 1`)).rows.map(
      ({ row }) => row,
    )
  return rows
}

export const linesIn = (file: string) => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
