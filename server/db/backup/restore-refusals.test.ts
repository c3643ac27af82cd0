import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../log'
import { emptyDatabase, linesIn, rowsOf, tablesOf } from '../../test/backups'
import { temporaryDataDir } from '../../test/data-dir'
import { fillAccount } from '../../test/fill-account'
import { query } from '../../test/sql'
import { createTestApp } from '../../test/test-app'
import { createPool } from '../db'
import { migrateDatabase } from '../migrate'
import { readMigrations } from '../migrations-table'
import { restoreBackup } from './restore-backup'
import { writeBackup } from './write-backup'

// Each import creates the whole schema.
vi.setConfig({ testTimeout: 60_000 })

const now = new Date('2026-11-22T12:00:00Z')
const { app, ctx, db } = await createTestApp({ now: () => now })
const { folder, remove } = await temporaryDataDir()
afterAll(remove)
const backup = path.join(folder, 'backup.jsonl.gz')
beforeAll(async () => {
  await fillAccount({ app, db, now }, 'ana-word', '+4915550001')
  // An import changes those under way.
  await ctx.pool.query(`update reminder_deliveries set status = 'sent'`)
  await writeBackup(ctx.pool, backup, now)
})

/** The sentence with which an import is refused. */
const refusalOf = async (pool: pg.Pool, file: string) => {
  const error = await restoreBackup(pool, file).catch((error: unknown) => error)
  expect(error).toMatchObject({ name: 'StartupError' })
  return (error as Error).message
}

function writeFile(content: Buffer): string {
  const file = path.join(folder, `${randomBytes(4).toString('hex')}.jsonl.gz`)
  writeFileSync(file, content)
  return file
}
const writeLines = (...lines: string[]) => writeFile(gzipSync(`${lines.join('\n')}\n`))

test('a database that Lisa has set up and nobody has used is empty; any other is refused and stays as it is', async () => {
  const fresh = await emptyDatabase()
  await migrateDatabase(fresh.pool)
  await fresh.pool.query(`insert into rate_limits values ('a visit', 1, now())`)
  await restoreBackup(fresh.pool, backup)

  const rows = await rowsOf(fresh.pool)
  expect(await refusalOf(fresh.pool, backup)).toContain(
    'The database has rows in the table account_events, and',
  )
  expect(await rowsOf(fresh.pool)).toEqual(rows)

  const other = await emptyDatabase()
  await other.pool.query('create table notes (id int)')
  expect(await refusalOf(other.pool, backup)).toContain(
    'The database has the table notes, and an import needs',
  )
  expect(await tablesOf(other.pool)).toEqual(['notes'])

  const newer = await emptyDatabase()
  await migrateDatabase(newer.pool)
  const [head = '', ...rest] = linesIn(backup)
  const earlier = { ...JSON.parse(head), schema: readMigrations()[3]?.folderMillis }
  expect(await refusalOf(newer.pool, writeLines(JSON.stringify(earlier), ...rest))).toContain(
    'was set up by another version of Lisa than the one of the backup',
  )
})

const changed = (change: (lines: string[]) => string[]) => () => writeLines(...change(linesIn(backup)))
const withHead = (values: object) =>
  changed(([head = '', ...rest]) => [JSON.stringify({ ...JSON.parse(head), ...values }), ...rest])
const bytesOf = (change: (bytes: Buffer) => Buffer) => () => writeFile(change(readFileSync(backup)))

test.each([
  ['of a newer schema', withHead({ schema: 9e12 }), /another version of Lisa, most likely a newer one/],
  ['of a newer format', withHead({ version: 2 }), /another version of Lisa, most likely a newer one/],
  ['of another kind', () => writeLines('{"format":"lisa","version":1}'), /cannot be imported/],
  ['that is no archive', bytesOf(() => Buffer.from('Dear diary')), /\(incorrect header check\): nothing/],
  ['that was cut off', bytesOf((all) => all.subarray(0, all.length - 200)), /\(unexpected end of file\)/],
  [
    'with a wrong byte',
    bytesOf((all) => {
      all[all.length - 6]! ^= 1
      return all
    }),
    /\(incorrect data check\)/,
  ],
  ['without its end', changed((lines) => lines.slice(0, -1)), /\(its end is missing\): nothing was changed/],
  ['that goes on', changed((lines) => [...lines, ...lines.slice(1)]), /\(it goes on after its end\)/],
  [
    'without some of its rows',
    changed((lines) => lines.filter((line) => !line.startsWith('{"table":"goals"'))),
    /\(the rows of goals are not as many as they were\)/,
  ],
  [
    'without the rows that others refer to',
    changed((lines) =>
      lines
        .filter((line) => !line.startsWith('{"table":"users"'))
        .map((line) => line.replace(/"users":\d+,?/, '').replace(/,}}$/, '}}')),
    ),
    /violates foreign key constraint/,
  ],
  ['with half a line', changed((lines) => lines.map((line) => line.slice(0, -9))), /cannot be imported/],
  [
    'with an unknown table',
    changed((lines) => lines.map((line) => line.replace('{"table":"goals"', '{"table":"aims"'))),
    /relation "public.aims" does not exist/,
  ],
  ['that is not there', () => path.join(folder, 'none.gz'), /none\.gz cannot be read \(ENOENT\)/],
])('a file %s changes nothing', async (_what, make, sentence) => {
  const { pool } = await emptyDatabase()
  expect(await refusalOf(pool, make())).toMatch(sentence)
  expect(await tablesOf(pool)).toEqual([])
})

test('importing needs the role that owns the database, exporting only one that reads', async () => {
  const { name, url, pool } = await emptyDatabase()
  await query(url, `create role ${name} login password 'secret'`)
  onTestFinished(async () => {
    await query(url, `drop owned by ${name}`)
    await query(url, `drop role ${name}`)
  })
  const address = new URL(url)
  address.username = name
  address.password = 'secret'
  const guest = createPool({ databaseUrl: address.href, databasePoolMax: 1 }, createLog('silent'))
  onTestFinished(() => guest.end())
  expect(await refusalOf(guest, backup)).toContain('import as the role that owns the database')

  await restoreBackup(pool, backup)
  await query(url, `grant usage on schema drizzle to ${name}`)
  await query(url, `grant select on all tables in schema public, drizzle to ${name}`)
  const again = path.join(folder, 'again.jsonl.gz')
  await writeBackup(guest, again, now)
  expect(linesIn(again).toSorted()).toEqual(linesIn(backup).toSorted())
})
