import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { type z, ZodError } from 'zod'
import { root } from '../../root'
import { StartupError } from '../../startup-error'
import { connectWithoutTimeout, databaseError, isForbidden } from '../db'
import { migrationLock } from '../migrate'
import { applyMigration, createMigrationsTable, newestMigration, readMigrations } from '../migrations-table'
import { backupEnd, backupHead, formatVersion, isFileError, linesOf, tableOf } from './backup-file'
import { withoutChecks } from './load-unchecked'
import { leftOut } from './write-backup'

/** The file was not written by an export, or is damaged. */
class DamagedBackup extends Error {}

/**
 * Loads the rows of `file` into an empty database and migrates them to the newest schema, in one transaction: a failure
 * changes nothing. Resolves with the number of rows of each table.
 */
export async function restoreBackup(pool: pg.Pool, file: string): Promise<Record<string, number>> {
  const client = await connectWithoutTimeout(pool)
  let counts: Record<string, number> = {}
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      counts = await restore(client, linesOf(chunks))
    })
    await client.query('commit')
    return counts
  } catch (error) {
    throw toSentence(error, file)
  } finally {
    // Without a commit this rolls everything back.
    await client.end()
  }
}

async function restore(client: pg.Client, lines: AsyncGenerator<string>): Promise<Record<string, number>> {
  const { version, schema } = backupHead.parse(json((await lines.next()).value))
  const migrations = readMigrations()
  const known = migrations.findIndex(({ folderMillis }) => folderMillis === schema) + 1
  if (version !== formatVersion || !known)
    throw new StartupError(
      'The backup is of another version of Lisa, most likely a newer one: import it with that one.',
    )
  await makeEmptySchema(client, schema, migrations.slice(0, known))
  const counts = await withoutChecks(client, () => readRows(client, lines))
  for (const migration of migrations.slice(known)) await applyMigration(client, migration)
  // Reminders that were due since the export may have gone out.
  await client.query(await readFile(path.join(root, 'server/db/after-restore.sql'), 'utf8'))
  return counts
}

async function makeEmptySchema(
  client: pg.Client,
  schema: number,
  migrations: ReturnType<typeof readMigrations>,
) {
  const found = await newestMigration(client)
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = to_regnamespace('public') and relkind in ('r', 'p')
      and relname <> all ($1) order by 1`,
    [leftOut],
  )
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select from public.${pg.escapeIdentifier(name)} limit 1`)
    if (found === undefined || rowCount) throw notEmpty(`has ${rowCount ? 'rows in ' : ''}the table ${name}`)
  }
  if (found === schema) return
  if (found !== undefined) throw notEmpty('was set up by another version of Lisa than the one of the backup')
  await createMigrationsTable(client)
  for (const migration of migrations) await applyMigration(client, migration)
}

const notEmpty = (why: string) =>
  new StartupError(
    `The database ${why}, and an import needs an empty one: create one, or in local mode move the folder postgres in DATA_DIR away.`,
  )

async function readRows(client: pg.Client, lines: AsyncGenerator<string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let end: z.infer<typeof backupEnd> | undefined
  for await (const line of lines) {
    if (end) throw new DamagedBackup('it goes on after its end')
    const table = tableOf(line)
    if (table) counts[table] = (counts[table] ?? 0) + (await insertRows(client, table, line))
    else end = backupEnd.parse(json(line))
  }
  if (!end) throw new DamagedBackup('its end is missing')
  const wrong = Object.keys({ ...counts, ...end.end }).find((table) => counts[table] !== end.end[table])
  if (wrong) throw new DamagedBackup(`the rows of ${wrong} are not as many as they were`)
  return counts
}

async function insertRows(client: pg.Client, table: string, line: string): Promise<number> {
  const name = `public.${pg.escapeIdentifier(table)}`
  const { rowCount } = await client.query(
    `insert into ${name} select * from json_populate_recordset(null::${name}, $1::json -> 'rows')`,
    [line],
  )
  return rowCount ?? 0
}

function json(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '')
  } catch {
    throw new DamagedBackup('a line is not JSON')
  }
}

/** Turns an error that the user can mend into a StartupError with a sentence. */
function toSentence(error: unknown, file: string): unknown {
  if (isForbidden(error))
    return new StartupError(
      'The user of DATABASE_URL may not create tables: import as the role that owns the database.',
    )
  if (isFileError(error)) return new StartupError(`${file} cannot be read (${error.code}).`)
  const why = damageOf(error)
  return why ? new StartupError(`${file} cannot be imported (${why}): nothing was changed.`) : error
}

function damageOf(error: unknown): string | undefined {
  if (error instanceof ZodError) return 'a line does not have the expected fields'
  const { code = '', message } = (databaseError(error) ?? error) as NodeJS.ErrnoException
  // Errors of zlib, or of PostgreSQL: invalid data, a violated constraint, an unknown table.
  return error instanceof DamagedBackup || /^(Z_|22|23|42)/.test(code) ? message : undefined
}
