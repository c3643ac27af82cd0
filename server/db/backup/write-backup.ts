import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { StartupError } from '../../startup-error'
import { connectWithoutTimeout } from '../db'
import { newestMigration } from '../migrations-table'
import { backupEnd, backupHead, formatVersion, isFileError, rowsLine } from './backup-file'

/**
 * Tables that are not exported, since their rows are of no use later. Restored sessions and devices would undo a sign-out,
 * and a subscription has no use with other VAPID keys: the app registers its device at the next start. Keys of talks are
 * valid for minutes, rate limits for a day at most.
 */
export const leftOut = [
  'sessions',
  'access_tokens',
  'oauth_records',
  'calendar_feeds',
  'push_devices',
  'voice_keys',
  'rate_limits',
]

const batchRows = 100

/** Writes a consistent snapshot of all rows to a new `file`. Resolves with the number of rows of each table. */
export async function writeBackup(pool: pg.Pool, file: string, now: Date): Promise<Record<string, number>> {
  const unfinished = `${file}.part`
  const client = await connectWithoutTimeout(pool)
  const counts: Record<string, number> = {}
  try {
    const lines = Readable.from(linesOf(client, counts, now))
    const output = createWriteStream(unfinished, { mode: 0o600, flush: true })
    await pipeline(lines, createGzip(), output)
    await rename(unfinished, file)
    await syncFolder(path.dirname(file))
    return counts
  } catch (error) {
    await rm(unfinished, { force: true })
    if (!isFileError(error)) throw error
    throw new StartupError(`The backup cannot be written to ${file} (${error.code}).`)
  } finally {
    await client.end()
  }
}

async function* linesOf(client: pg.Client, counts: Record<string, number>, now: Date) {
  await client.query('begin transaction isolation level repeatable read read only')
  const schema = await newestMigration(client)
  if (schema === undefined) throw new StartupError('The database holds nothing of Lisa yet.')
  const head = { format: 'lisa-backup', version: formatVersion, schema, createdAt: now.toISOString() }
  yield `${JSON.stringify(backupHead.parse(head))}\n`
  for (const table of await tablesOf(client))
    for await (const rows of rowsOf(client, table)) {
      counts[table] = (counts[table] ?? 0) + rows.length
      yield rowsLine(table, rows)
    }
  yield `${JSON.stringify(backupEnd.parse({ end: counts }))}\n`
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [leftOut],
  )
  return rows.map(({ tablename }) => tablename)
}

/** The rows of a table as JSON, in batches, of which one is in memory. */
async function* rowsOf(client: pg.Client, table: string): AsyncGenerator<string[]> {
  const name = `public.${pg.escapeIdentifier(table)}`
  await client.query(`declare batch no scroll cursor for select row_to_json(t)::text as row from ${name} t`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${batchRows} from batch`)
    if (!rows.length) break
    yield rows.map(({ row }) => row)
  }
  await client.query('close batch')
}

/** Syncs the folder, so that the file's name survives a power cut too. */
async function syncFolder(folder: string) {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
