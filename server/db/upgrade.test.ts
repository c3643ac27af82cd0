import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import * as schema from '@shared/schema'
import { createEmptyDatabase, createTestDatabase } from '../test/database'
import { createUser } from '../test/factories'
import { captureLog } from '../test/log'
import { migrateTo, withMigrations } from '../test/released-schema'
import { createTestApp, signIn } from '../test/test-app'
import { migrateDatabase, migrateWhenReachable, migrationLock } from './migrate'

vi.setConfig({ testTimeout: 120_000 })

const logged = captureLog()
const { log } = logged
const waits = () => logged.lines.filter((line) => line.includes('The migration waits for a transaction'))

test('an old instance that changes a user meanwhile does not keep the new one from starting, and loses nothing', async () => {
  const { pool, drop } = await createEmptyDatabase()
  onTestFinished(drop)
  await migrateTo(pool, '0007')
  await pool.query(`insert into users (email) values ('ana@lisa.test')`)
  const [reading, changing] = [await pool.connect(), await pool.connect()]
  try {
    // Keeps the migration busy after it has locked the users against changes.
    await reading.query('begin')
    await reading.query('select from goals')
    const migrated = migrateWhenReachable(pool, log)
    migrated.catch(() => {})
    const isWaiting = `select from pg_locks where not granted and relation = 'goals'::regclass`
    await expect.poll(async () => (await pool.query(isWaiting)).rowCount, { timeout: 60_000 }).toBe(1)
    await changing.query('begin')
    await changing.query('select from users for no key update')
    await changing.query(`update users set first_name = 'Ana'`)
    await changing.query('commit')
    await reading.query('commit')
    await migrated
  } finally {
    reading.release(true)
    changing.release(true)
  }
  const { rows } = await pool.query('select email, first_name, pending_phone_number from users')
  expect(rows).toEqual([{ email: 'ana@lisa.test', first_name: 'Ana', pending_phone_number: null }])
})

test('while a dump keeps a migration waiting every call is answered, and the log says what is waited for', async () => {
  const { pool, url, drop } = await createTestDatabase()
  afterAll(drop)
  const { app, db } = await createTestApp({ pool })
  const ana = await signIn(app, await createUser(db))
  const dump = new pg.Client({ connectionString: url, application_name: 'pg_dump' })
  await dump.connect()
  onTestFinished(() => dump.end())
  await dump.query('begin transaction isolation level repeatable read read only')
  await dump.query('lock table users, journal_entries, goals in access share mode')

  logged.clear()
  const next =
    'alter table users add column next int;--> statement-breakpoint\nalter table journal_entries add column next int'
  await withMigrations({ next }, async (folder) => {
    const migrated = migrateDatabase(pool, { folder, log })
    migrated.catch(() => {})
    for (let day = 1; waits().length < 2; day++) {
      const entryDate = new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10)
      await ana.post('/api/journal-entries').send({ entryDate, wins: 'Bread' }).expect(201)
      const { body } = await ana.get('/api/journal-entries?limit=1').expect(200)
      expect(body).toMatchObject([{ entryDate }])
    }
    expect(waits()[0]).toContain('"application":"pg_dump"')
    // Another instance of the running version does not wait for the migration.
    await migrateDatabase(pool, { log })

    await dump.query('commit')
    await migrated
  })
  await pool.query('select users.next, journal_entries.next from users, journal_entries')
  await ana.get('/api/journal-entries').expect(200)
})

test('the second of two instances waits for the migration of the first and says so', async () => {
  const { pool, drop } = await createEmptyDatabase()
  onTestFinished(drop)
  await migrateTo(pool, '0013')
  const reading = await pool.connect()
  await reading.query('begin')
  await reading.query('select from journal_entries')
  logged.clear()
  const both = [migrateWhenReachable(pool, log)]
  await expect.poll(waits, { timeout: 60_000 }).not.toEqual([])
  both.push(migrateWhenReachable(pool, log))
  await expect.poll(logged.text, { timeout: 60_000 }).toContain('Another instance is migrating the database')
  await reading.query('commit')
  reading.release()
  await Promise.all(both)
})

test('the migrations leave the columns that the schema declares, and no others', async () => {
  const { pool, drop } = await createTestDatabase()
  onTestFinished(drop)
  const { rows } = await pool.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`)
  const declared = Object.values(schema)
    .filter((value) => is(value, PgTable))
    .flatMap((table) =>
      Object.keys(getTableColumns(table)).map((name) => `${getTableName(table)}.${toSnakeCase(name)}`),
    )
  expect(rows.map(({ name }) => name).sort()).toEqual(declared.sort())
})

test('a version that is older than the schema needs does not start on it, and says what to do', async () => {
  const { pool, drop } = await createEmptyDatabase()
  onTestFinished(drop)
  const next = `alter table goals drop column motivation;--> statement-breakpoint\ncomment on schema drizzle is '1000.0.0'`
  await withMigrations({ next }, (folder) => migrateDatabase(pool, { folder }))
  await expect(migrateWhenReachable(pool, log)).rejects.toThrow(
    /^The database was migrated for Lisa 1000\.0\.0 or later, and this is \d+\.\d+\.\d+: start 1000\.0\.0 or later, or /,
  )
})

test('a version that waited while a later one migrated past it does not start either', async () => {
  const { pool, drop } = await createEmptyDatabase()
  onTestFinished(drop)
  await migrateTo(pool, '0013')
  const later = await pool.connect()
  await later.query('select pg_advisory_lock($1)', [migrationLock])
  logged.clear()
  const started = migrateWhenReachable(pool, log)
  started.catch(() => {})
  await expect.poll(logged.text, { timeout: 60_000 }).toContain('Another instance is migrating the database')
  await later.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9e15)`)
  await later.query(`comment on schema drizzle is '1000.0.0'`)
  later.release(true)
  await expect(started).rejects.toThrow('The database was migrated for Lisa 1000.0.0 or later')
})
