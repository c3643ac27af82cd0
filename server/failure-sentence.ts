import { databaseError } from './db/db'
import { isDatabaseAway } from './db/outage'
import { EnvFaults } from './env'
import { StartupError } from './startup-error'

/** What a person can mend is one sentence; undefined for a fault of the program. */
export function failureSentence(error: unknown): string | undefined {
  if (error instanceof EnvFaults || error instanceof StartupError) return error.message
  const reported = databaseError(error)
  if (isDatabaseAway(error)) return `The connection to the database was lost (${reported?.code ?? error}).`
  return reported && `The database refused a statement: ${reported.message} (${reported.code})`
}
