import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Env } from '../env'
import type { Log } from '../log'
import { logOutage } from './outage'
import { discardSilentConnections } from './silent-connections'

/** The database, or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT>

type PoolSettings = {
  databaseUrl?: string
  databasePoolMax: number
  quota?: Env['quota']
  statementTimeoutMs?: number
}

export function createPool(settings: PoolSettings, log: Log): pg.Pool {
  const { databaseUrl, databasePoolMax, quota, statementTimeoutMs = 8_000 } = settings
  const begin = [
    `set timezone = 'UTC'`,
    `set statement_timeout = ${statementTimeoutMs}`,
    ...quotaOf(quota),
  ].join('; ')
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: databasePoolMax,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // PostgreSQL ends a statement that takes too long; past that a connection is silent.
    query_timeout: statementTimeoutMs + 1_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    application_name: 'lisa',
    // As a statement, because poolers refuse or drop settings in the startup packet.
    onConnect: async (client) => void (await client.query(begin)),
  })
  // The pool replaces a broken idle connection. Without this listener its error would end the process.
  pool.on('error', (error) => logOutage(log, error))
  // The same for one in use, on which the pool does not listen; its statement under way, or the next one, rejects.
  pool.on('connect', (client) => void client.on('error', () => {}))
  discardSilentConnections(pool)
  prepareStatements(pool)
  return pool
}

/** A connection beside the pool, for what takes long: requests do not wait for it. */
export async function connectBeside(
  pool: pg.Pool,
  settings: Pick<pg.ClientConfig, 'query_timeout'> = {},
): Promise<pg.Client> {
  const client = new pg.Client({ ...pool.options, ...settings })
  client.on('error', () => {})
  try {
    await client.connect()
    await pool.options.onConnect?.(client)
  } catch (error) {
    await client.end()
    throw error
  }
  return client
}

/**
 * A connection outside the pool whose statements have no time limit. TCP keepalives let PostgreSQL notice within half a
 * minute, not after two hours, that the client's machine is gone: until then an abandoned migration holds its locks.
 */
export async function connectWithoutTimeout(pool: pg.Pool): Promise<pg.Client> {
  const client = await connectBeside(pool, { query_timeout: 0 })
  await client.query(`set statement_timeout = 0;
    set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`)
  return client
}

/** Settings of each connection that the triggers of the migration `quota` read. */
const quotaOf = (quota: PoolSettings['quota']) =>
  quota
    ? [
        `set lisa.quota_entries = ${quota.entries}`,
        `set lisa.quota_goals = ${quota.goals}`,
        `set lisa.quota_bytes = ${quota.megabytes * 1_000_000}`,
      ]
    : []

/** Every connection keeps each of them; more texts than this come from lists of varying length. */
const maxPrepared = 200

/**
 * Gives every statement with parameters a name if it has none, so that PostgreSQL parses and plans it once per
 * connection, whether Drizzle or the session store sends it.
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
      const name = config.name ?? nameOf(config.text)
      return query(isPreparable ? { ...config, name } : given, values, ...rest)
    }) as typeof client.query
  })
}

export const drizzleOn = (client: pg.Pool | pg.PoolClient | pg.Client): NodePgDatabase =>
  drizzle({ client, casing: 'snake_case' })

/** Builds once for each database, such as prepared statements: building one takes about twenty times as long as running it. */
export function builtOnce<T>(build: (db: Db) => T): (db: Db) => T {
  const built = new WeakMap<Db, T>()
  return (db) => {
    const statements = built.get(db) ?? build(db)
    built.set(db, statements)
    return statements
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

/** Whether `error` says that what a row belongs to, its user above all, has been deleted in the meantime. */
export const isOrphaned = (error: unknown) => databaseError(error)?.code === '23503'

/** For \`catch\`: the deletion is the answer. */
export function ignoreOrphaned(error: unknown): undefined {
  if (!isOrphaned(error)) throw error
}

/** Whether `error` says that another transaction has locked a row, of a statement that does not wait. */
export const isLocked = (error: unknown) => databaseError(error)?.code === '55P03'

/** Whether `error` says that two transactions waited for each other, and this one was ended. */
export const isDeadlock = (error: unknown) => databaseError(error)?.code === '40P01'

/** Whether `error` says that a statement took longer than its connection allows, mostly for a lock that it waited for. */
export const isTimedOut = (error: unknown) => databaseError(error)?.code === '57014'

/** Whether `error` says that the role of this connection lacks a right. */
export const isForbidden = (error: unknown) => databaseError(error)?.code === '42501'
