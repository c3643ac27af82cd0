import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { createPool } from '../db/db'
import { createLog } from '../log'
import { query, withDatabase } from './sql'

/** A database without any table, for the length of one test. */
export async function createEmptyDatabase() {
  const server = inject('testServer')
  const name = server.prefix + randomBytes(6).toString('hex')
  await query(server.url, `create database ${name}`)
  const url = withDatabase(server.url, name)
  const pool = createPool({ databaseUrl: url, databasePoolMax: 3 }, createLog('silent'))
  onTestFinished(async () => {
    await pool.end()
    await query(server.url, `drop database ${name} with (force)`)
  })
  return { name, url, pool }
}

export const tablesOf = async (pool: pg.Pool): Promise<string[]> =>
  (await pool.query(`select tablename from pg_tables where schemaname = 'public' order by 1`)).rows.map(
    ({ tablename }) => tablename,
  )

/** Of every table, in an order of their own. */
export async function rowsOf(pool: pg.Pool) {
  const rows: Record<string, string[]> = {}
  for (const table of await tablesOf(pool))
    rows[table] = (await pool.query(`select t::text as row from ${table} t order by 1`)).rows.map(
      ({ row }) => row,
    )
  return rows
}

export const linesIn = (file: string) => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
