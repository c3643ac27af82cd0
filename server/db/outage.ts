import { DrizzleQueryError } from 'drizzle-orm'
import type { Log } from '../log'

/** SQLSTATE: connection exceptions (a pooler's among them), too many clients, shutting down, starting up, a standby. */
const sqlStates = /^(08...|53300|57P0[1-3]|25006)$/
const systemErrors =
  /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|NOTFOUND|AI_AGAIN|NOENT)$/
/** Errors of pg and its pool, which have no code. */
const messages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after)|is not queryable$/

/** Whether `error` means that there is no database to ask now, rather than that a statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (!(cause instanceof Error)) return false
  const { code = '' } = cause as { code?: string }
  return sqlStates.test(code) || systemErrors.test(code) || messages.test(cause.message)
}

const lastLogged = new WeakMap<Log, number>()

/** One line a second at most, however many requests fail. */
export function logOutage(log: Log, error: unknown): void {
  const now = performance.now()
  if (now - (lastLogged.get(log) ?? -Infinity) < 1_000) return
  lastLogged.set(log, now)
  log.error({ err: error }, 'The database does not answer')
}
