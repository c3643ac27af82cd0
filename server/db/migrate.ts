import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import type { Log } from '../log'
import { root } from '../root'
import { StartupError } from '../startup-error'
import { connectWithoutTimeout, databaseError, drizzleOn, isForbidden } from './db'
import { isDatabaseAway } from './outage'

/** Any number that all instances agree on: it is the name of the lock. */
export const migrationLock = 5_472_001

/** Brings the schema up to date. Several instances may start at once: one migrates, the others wait for it. */
export async function migrateDatabase(pool: pg.Pool, folder = path.join(root, 'migrations')): Promise<void> {
  const client = await connectWithoutTimeout(pool)
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    if (!(await isUpToDate(client, folder))) await migrate(drizzleOn(client), { migrationsFolder: folder })
  } catch (error) {
    if (!isForbidden(error)) throw error
    throw new StartupError(
      'The database has to be migrated, and the user of DATABASE_URL may not do that: run `npm run migrate` as the one who owns it (docs/operations.md).',
    )
  } finally {
    // Ends the session, and with it the lock, whatever happened above.
    await client.end()
  }
}

/** Asked first, because even a migration without work to do needs the right to create. */
async function isUpToDate(client: pg.Client, folder: string): Promise<boolean> {
  const table = 'drizzle.__drizzle_migrations'
  const { rows: tables } = await client.query<{ oid: unknown }>(`select to_regclass('${table}') as oid`)
  if (!tables[0]?.oid) return false
  const { rows } = await client.query<{ at: string | null }>(`select max(created_at) as at from ${table}`)
  const newest = readMigrationFiles({ migrationsFolder: folder }).at(-1)?.folderMillis ?? 0
  return Number(rows[0]?.at) >= newest
}

/** PostgreSQL ends a migration that meets an instance of the version before in a deadlock: nothing was changed. */
const deadlock = '40P01'

/** Migrates; what passes, such as a database that comes up a moment after the app, is waited for half a minute at most. */
export async function migrateWhenReachable(pool: pg.Pool, log: Log, tries = 30): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      return await migrateDatabase(pool)
    } catch (error) {
      const { code, message } = (
        error instanceof AggregateError ? error.errors[0] : (databaseError(error) ?? error)
      ) as {
        code?: string
        message: string
      }
      if (!isDatabaseAway(error) && code !== deadlock) throw error
      if (left === 0) throw new StartupError(`The database of DATABASE_URL cannot be reached: ${message}`)
      log.warn({ code }, 'The database cannot be migrated yet; trying again')
      await setTimeout(1_000)
    }
  }
}
