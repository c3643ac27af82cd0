import { databaseError } from './db/db'
import { isDatabaseAway } from './db/outage'
import { EnvFaults } from './env'
import type { Log } from './log'
import { StartupError } from './startup-error'

/** A sentence for each fault that an operator can fix; undefined for a bug. */
export function startFaults(error: unknown): string[] | undefined {
  if (error instanceof EnvFaults) return error.faults
  if (error instanceof StartupError) return [error.message]
  const reported = databaseError(error)
  if (isDatabaseAway(error)) return [`The connection to the database was lost (${reported?.code ?? error}).`]
  return reported && [`The database refused a statement: ${reported.message} (${reported.code})`]
}

/** Logs one line for each fault, and an unexpected error with its stack. */
export function logStartFaults(log: Log, error: unknown): void {
  const faults = startFaults(error)
  if (!faults) log.fatal({ err: error }, 'Lisa cannot start')
  else for (const fault of faults) log.fatal(fault)
}
