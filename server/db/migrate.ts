import { setTimeout } from 'node:timers/promises'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'
import type { Log } from '../log'
import { StartupError } from '../startup-error'
import { runningVersion } from '../version'
import { connectWithoutTimeout, databaseError, isDeadlock, isForbidden, isLocked } from './db'
import { laterVersionNeeded } from './later-version'
import { applyMigration, createMigrationsTable, newestMigration, readMigrations } from './migrations-table'
import { isDatabaseAway } from './outage'
import { refuseSharedSessions } from './shared-sessions'

/** Any number that all instances agree on: it is the name of the lock. */
export const migrationLock = 5_472_001

/**
 * While a migration waits for a lock on a table, the statements of all running instances queue behind it. So it waits
 * briefly, gives up and tries again. Shorter than PostgreSQL's deadlock_timeout (1 s), so that in a deadlock it is always
 * the migration that gives up.
 */
const lockTimeoutMs = 200
const pauseMs = 3_000

type Options = { log?: Log; folder?: string }

/** Brings the schema up to date. Several instances may start at once: one migrates, the others wait for it. */
export async function migrateDatabase(pool: pg.Pool, { log, folder }: Options = {}): Promise<void> {
  const client = await connectWithoutTimeout(pool)
  try {
    // An up-to-date database needs no right to create tables and no wait for a newer version that is migrating.
    if (!(await missing(client, folder)).length) return
    await lock(client, log)
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    await createMigrationsTable(client)
    for (const migration of await missing(client, folder))
      while (!(await tryToApply(client, migration, log))) await setTimeout(pauseMs)
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

/** What the database lacks. Fails if it needs a later version, which may have migrated it during the wait for the lock. */
async function missing(client: pg.Client, folder?: string): Promise<MigrationMeta[]> {
  const newest = (await newestMigration(client)) ?? 0
  const needed = await laterVersionNeeded(client)
  if (needed)
    throw new StartupError(
      `The database was migrated for Lisa ${needed} or later, and this is ${runningVersion().version}: start ${needed} or later, or restore a dump from before the migration (docs/operations.md).`,
    )
  return readMigrations(folder).filter(({ folderMillis }) => folderMillis > newest)
}

async function lock(client: pg.Client, log?: Log) {
  const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
    migrationLock,
  ])
  if (rows[0]?.isFree) return
  log?.info('Another instance is migrating the database; waiting for it')
  await client.query('select pg_advisory_lock($1)', [migrationLock])
}

/**
 * Runs each migration in a transaction of its own, unlike drizzle-orm's migrator: locks of one migration are not held while
 * another one waits, and running instances never wait for all of them. Resolves with false if a lock was not free in time.
 */
async function tryToApply(client: pg.Client, migration: MigrationMeta, log?: Log) {
  try {
    await client.query('begin')
    await applyMigration(client, migration)
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    if (!isLocked(error) && !isDeadlock(error)) throw error
    const oldest = await oldestTransaction(client)
    log?.warn(oldest, 'The migration waits for a transaction that holds a lock on a table; trying again')
    return false
  }
}

/** Most likely the transaction that holds the lock. Those of other roles are visible to superusers only. */
async function oldestTransaction(client: pg.Client) {
  const { rows } = await client.query<{ pid: number; application: string; since: Date }>(`
    select pid, application_name as application, xact_start as since from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`)
  return { oldest: rows[0] }
}

/** Migrates; what passes, such as a database that comes up a moment after the app, is waited for half a minute at most. */
export async function migrateWhenReachable(pool: pg.Pool, log: Log, tries = 30): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      await refuseSharedSessions(pool)
      return await migrateDatabase(pool, { log })
    } catch (error) {
      const { code, message } = (
        error instanceof AggregateError ? error.errors[0] : (databaseError(error) ?? error)
      ) as {
        code?: string
        message: string
      }
      if (!isDatabaseAway(error)) throw error
      if (left === 0) throw new StartupError(`The database of DATABASE_URL cannot be reached: ${message}`)
      log.warn({ code }, 'The database cannot be migrated yet; trying again')
      await setTimeout(1_000)
    }
  }
}
