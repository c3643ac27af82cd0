import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { createLog } from '../log'
import { root } from '../root'
import { query, withDatabase } from '../test/sql'
import { createPool } from './db'
import { migrateDatabase, migrateWhenReachable } from './migrate'

const server = inject('testServer')
const name = server.prefix + randomBytes(6).toString('hex')
await query(server.url, `create database ${name}`)
const log = createLog('silent')
const pool = createPool({ databaseUrl: withDatabase(server.url, name), databasePoolMax: 5 }, log)
afterAll(async () => {
  await pool.end()
  await query(server.url, `drop database ${name} with (force)`)
})

/** The migrations of the version before, which is still running. */
async function migrateTo(last: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lisa-migrations-'))
  try {
    await cp(path.join(root, 'migrations'), folder, { recursive: true })
    const file = path.join(folder, 'meta/_journal.json')
    const journal = JSON.parse(await readFile(file, 'utf8'))
    const count = journal.entries.findIndex(({ tag }: { tag: string }) => tag.startsWith(last)) + 1
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
    await migrateDatabase(pool, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('an old instance that changes a user meanwhile does not keep the new one from starting', async () => {
  await migrateTo('0007')
  await pool.query(`insert into users (email) values ('ana@lisa.test')`)
  const [reading, changing] = [await pool.connect(), await pool.connect()]
  const waitingFor = async (table: string) => {
    const isWaiting = `select from pg_locks where not granted and relation = '${table}'::regclass`
    await expect.poll(async () => (await pool.query(isWaiting)).rowCount, { timeout: 60_000 }).toBe(1)
  }
  try {
    // Keeps the migration busy after it has locked the users against changes.
    await reading.query('begin')
    await reading.query('select from goals')
    const migrated = migrateWhenReachable(pool, log)
    migrated.catch(() => {})
    await waitingFor('goals')
    await changing.query('begin')
    await changing.query('select from users for no key update')
    const changed = changing.query(`update users set first_name = 'Ana'`)
    changed.catch(() => {})
    await waitingFor('users')
    await reading.query('commit')
    await changed.then(
      () => changing.query('commit'),
      () => changing.query('rollback'),
    )
    await migrated
  } finally {
    reading.release(true)
    changing.release(true)
  }
  const { rows } = await pool.query('select email, pending_phone_number from users')
  expect(rows).toEqual([{ email: 'ana@lisa.test', pending_phone_number: null }])
})
