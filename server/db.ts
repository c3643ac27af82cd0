import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Log } from './log'
import { root } from './root'
import { StartupError } from './startup-error'

/** The database, or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export function createPool(url: string, max: number, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'lisa',
    options: '-c timezone=UTC -c statement_timeout=30s',
  })
  // An idle connection that breaks is replaced at the next query; unheard, its error would end the process.
  pool.on('error', (error) =>
    log.warn({ code: (error as { code?: string }).code }, 'A database connection was lost'),
  )
  prepareStatements(pool)
  return pool
}

/** Each is kept by every connection; more texts than this come from lists of varying length. */
const maxPrepared = 200

/**
 * Gives every statement with parameters a name, so that PostgreSQL parses and plans it once per connection, whoever
 * sends it: Drizzle, in or out of a transaction, or the session store.
 */
function prepareStatements(pool: pg.Pool) {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    if (!names.has(text) && names.size < maxPrepared) names.set(text, `lisa_${names.size}`)
    return names.get(text)
  }
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((given: string | pg.QueryConfig, values?: unknown, ...rest: unknown[]) => {
      const config = typeof given === 'string' ? { text: given } : given
      const isPreparable = Array.isArray(values) && values.length > 0
      return query(isPreparable ? { ...config, name: nameOf(config.text) } : given, values, ...rest)
    }) as typeof client.query
  })
}

export const drizzleOn = (client: pg.Pool | pg.PoolClient): NodePgDatabase =>
  drizzle({ client, casing: 'snake_case' })

/** Builds hot statements once for each database: to build one takes about twenty times as long as to fill it in. */
export function builtOnce<T>(build: (db: Db) => T): (db: Db) => T {
  const built = new WeakMap<Db, T>()
  return (db) => {
    const statements = built.get(db) ?? build(db)
    built.set(db, statements)
    return statements
  }
}

/** Any number that all instances agree on: it is the name of the lock. */
const migrationLock = 5_472_001

/** Brings the schema up to date. Several instances may start at once: one migrates, the others wait for it. */
export async function migrateDatabase(pool: pg.Pool, folder = path.join(root, 'migrations')): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzleOn(client), { migrationsFolder: folder })
  } finally {
    // Ends the session, and with it the lock and the setting, whatever happened above.
    client.release(true)
  }
}

/** The error that PostgreSQL itself reported beneath `error`, if it did. */
export function databaseError(error: unknown): pg.DatabaseError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof pg.DatabaseError ? cause : undefined
}

/** Whether `error` says that the unique constraint `name` was violated. */
export function violates(error: unknown, name: string): boolean {
  const cause = databaseError(error)
  return cause?.code === '23505' && cause.constraint === name
}

const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ENOENT', '57P03']

/** Migrates; a database that comes up a moment after the app is waited for, half a minute at most. */
export async function migrateWhenReachable(pool: pg.Pool, log: Log, tries = 30): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      return await migrateDatabase(pool)
    } catch (error) {
      const { code, message } = (error instanceof AggregateError ? error.errors[0] : error) as {
        code?: string
        message: string
      }
      const mayCome =
        unreachable.includes(code ?? '') || message.includes('timeout exceeded when trying to connect')
      if (!mayCome) throw error
      if (left === 0) throw new StartupError(`The database of DATABASE_URL cannot be reached: ${message}`)
      log.warn({ code }, 'The database cannot be reached yet; trying again')
      await setTimeout(1_000)
    }
  }
}
