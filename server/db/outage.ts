import { DrizzleQueryError } from 'drizzle-orm'
import { type Log, logSeldom } from '../log'

/**
 * SQLSTATEs: connection exceptions (also of a pooler), disk full, out of memory, too many clients, shutting down,
 * starting up, read-only because it is a standby.
 */
const sqlStates = /^(08...|53[123]00|57P0[1-3]|25006)$/
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

export const logOutage = (log: Log, error: unknown): void =>
  logSeldom(log, 'The database does not answer', { err: error })
