import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log'
import { StartupError } from '../startup-error'
import { type DatabaseFault, databaseFault } from './database-fault'

const logEveryMs = 10_000

/**
 * Resolves once the database can be written to. Waits for temporary faults, such as a PostgreSQL that is starting, and
 * logs them now and then. Throws any other fault, and one that lasts longer than `limitMs`, as a StartupError.
 */
export async function waitForDatabase(pool: pg.Pool, log: Log, limitMs = 60_000): Promise<void> {
  const begun = performance.now()
  let loggedAt = -Infinity
  for (;;) {
    const fault = await findFault(pool)
    if (!fault) return
    const waited = performance.now() - begun
    if (!fault.mayPass || waited > limitMs) throw new StartupError(fault.sentence)
    if (waited - loggedAt >= logEveryMs) {
      log.warn(`${fault.sentence} Trying again`)
      loggedAt = waited
    }
    await setTimeout(1_000)
  }
}

async function findFault(pool: pg.Pool): Promise<DatabaseFault | undefined> {
  const client = createClient(pool)
  client.on('error', () => {})
  let answer: string | undefined
  client.connection.stream.once('data', (bytes: Buffer) => (answer = bytes.toString('latin1')))
  try {
    await client.connect()
    const { rows } = await client.query<Usability>(usability)
    await client.end()
    return rows[0] && unusable(rows[0], client)
  } catch (error) {
    // A server that is not PostgreSQL may keep the connection open.
    client.connection.stream.destroy()
    if (answer === undefined || isPostgres(answer, client.ssl)) return databaseFault(error, client)
    const sentence = `The server at ${client.host}:${client.port} is not PostgreSQL: correct DATABASE_URL.`
    return { sentence, mayPass: false }
  }
}

/** Also reads the certificate files named in DATABASE_URL. */
function createClient(pool: pg.Pool): pg.Client {
  try {
    return new pg.Client(pool.options)
  } catch (error) {
    throw new StartupError(
      `DATABASE_URL names a file that cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** Checks the first byte: an authentication request, an error or a parameter; with TLS, the answer to the TLS request. */
const isPostgres = (answer: string, ssl: boolean) => (ssl ? /^([SN]$|E)/ : /^[REv]/).test(answer)

type Usability = { isReadOnly: boolean; owner: string | null }

/** Three tables are enough: the role has these rights on every table, or on none (roles.sql). */
const usability = `
  select current_setting('transaction_read_only') = 'on' as "isReadOnly", (
    select pg_get_userbyid(relowner) from pg_class
    where relnamespace = to_regnamespace('public') and relkind = 'r'
      and relname in ('users', 'goals', 'journal_entries')
      and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
    limit 1
  ) as owner`

function unusable({ isReadOnly, owner }: Usability, client: pg.Client): DatabaseFault | undefined {
  if (isReadOnly) return databaseFault(Object.assign(new Error('read-only'), { code: '25006' }), client)
  if (owner === null) return undefined
  const sentence = `"${client.user}" may not read and write the tables of "${client.database}", which belong to "${owner}": use "${owner}" in DATABASE_URL, or grant "${client.user}" the rights (docs/operations.md).`
  return { sentence, mayPass: false }
}
