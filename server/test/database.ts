import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { createPool } from '../db/db'
import type { Env } from '../env'
import { createLog } from '../log'
import { query, withDatabase } from './sql'

export type TestDatabase = { url: string; pool: pg.Pool; drop(): Promise<void> }

/** A fresh, migrated database for one test file; `drop` it in `afterAll`. */
export async function createTestDatabase(quota?: Env['quota']): Promise<TestDatabase> {
  const { template } = inject('testServer')
  // Many at once wait for each other for long where the machine is busy, which is no fault of what is tested.
  const settings = { databasePoolMax: 5, quota, statementTimeoutMs: 60_000 }
  const database = await createDatabase(`template ${template}`, settings)
  database.pool.options.connectionTimeoutMillis = 60_000
  return database
}

/** A database without any table; `drop` it in the end. */
export const createEmptyDatabase = () => createDatabase('', { databasePoolMax: 8 })

type PoolSettings = Omit<Parameters<typeof createPool>[0], 'databaseUrl'>

async function createDatabase(template: string, settings: PoolSettings): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = server.prefix + randomBytes(6).toString('hex')
  await query(server.url, `create database ${name} ${template}`)
  const url = withDatabase(server.url, name)
  const pool = createPool({ databaseUrl: url, ...settings }, createLog('silent'))
  return {
    url,
    pool,
    drop: async () => {
      await pool.end()
      await query(server.url, `drop database ${name} with (force)`)
    },
  }
}
