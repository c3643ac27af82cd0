import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codeTextLimit } from '@shared/phone-numbers'
import { stoppedNumbersIn } from '../../features/phone-numbers/stopped-numbers-repository'
import { usesOf } from '../../limits/limits'
import { emptyDatabase, rowsOf } from '../../test/backups'
import { temporaryDataDir } from '../../test/data-dir'
import { createEntry, createGoal, createUser } from '../../test/factories'
import { fillAccount } from '../../test/fill-account'
import { hostileEntry } from '../../test/hostile-texts'
import { migrateTo } from '../../test/released-schema'
import { createTestApp, signIn } from '../../test/test-app'
import { migrateDatabase } from '../migrate'
import { backupCommand } from './backup-command'
import { restoreBackup } from './restore-backup'
import { leftOut, writeBackup } from './write-backup'

// Each import creates the whole schema.
vi.setConfig({ testTimeout: 60_000 })

const now = new Date('2026-11-22T12:00:00Z')
const { app, ctx, db } = await createTestApp({ now: () => now })
const { folder, remove } = await temporaryDataDir()
afterAll(remove)
const backup = path.join(folder, 'backup.jsonl.gz')
beforeAll(async () => {
  const { user } = await fillAccount({ app, db, now }, 'ana-word', '+4915550001')
  await fillAccount({ app, db, now }, 'ben-word', '+4915550002')
  await createEntry(db, user.id, { ...hostileEntry, entryDate: '2026-11-20' })
  // More than one batch.
  for (let n = 0; n < 120; n++) await createGoal(db, user.id, {})
  await stoppedNumbersIn(db, ctx.secrets).add('+4915550003')
  await usesOf(ctx, codeTextLimit).take(user.id)
  // An import changes deliveries under way; another test below shows how.
  await db.execute(sql`update reminder_deliveries set status = 'sent'`)
  await writeBackup(ctx.pool, backup, now)
})

/** The state of all triggers and constraints. */
const checksOf = async (pool: pg.Pool) =>
  (
    await pool.query(`select conrelid::regclass::text as table, conname as name, condeferrable::text as state
      from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
      order by 1, 2`)
  ).rows

test('every row is restored as it was, except sessions, voice keys and rate limits, and the app works with them', async () => {
  const before = await rowsOf(ctx.pool)
  // A new table needs a row in fillAccount.
  expect(Object.keys(before).filter((table) => !before[table]?.length)).toEqual([])
  const { pool } = await emptyDatabase()
  const counts = await restoreBackup(pool, backup)
  const after = await rowsOf(pool)
  for (const table of leftOut) before[table] = []
  expect(after).toEqual(before)
  expect(counts).toMatchObject({ users: 2, goals: 122, journal_entries: 7 })
  expect(await checksOf(pool)).toEqual(await checksOf(ctx.pool))
  // An import would have to set one.
  expect((await pool.query(`select from pg_sequences where schemaname = 'public'`)).rowCount).toBe(0)

  const { app: restored } = await createTestApp({ pool, now: () => now })
  const [{ id }] = (await pool.query(`select id from users where email = 'ana-word@example.com'`)).rows
  const [asAna, ofAna] = [await signIn(restored, { id }), await signIn(app, { id })]
  for (const url of [
    '/api/goals',
    '/api/journal-entries?q=line',
    '/api/analytics/streak',
    '/api/reminder-settings',
  ])
    expect((await asAna.get(url)).body).toEqual((await ofAna.get(url)).body)
  await asAna.post('/api/journal-entries').send({ entryDate: '2026-11-19', mood: 'happy' }).expect(201)
  expect((await asAna.get('/api/analytics/streak')).body).toEqual({ streak: 4, longest: 4 })
})

test('reminders that were due since the export do not go out, and later ones keep their times', async () => {
  const [past, future] = [-1, 48].map((hours) => new Date(Date.now() + hours * 3_600_000))
  const due = await createUser(db, { nextReminderAt: past })
  const later = await createUser(db, { nextReminderAt: future })
  const file = path.join(folder, 'reminders.jsonl.gz')
  await writeBackup(ctx.pool, file, now)
  const { pool } = await emptyDatabase()
  await restoreBackup(pool, file)
  const nextOf = async ({ id }: { id: string }) =>
    (await pool.query('select next_reminder_at as next from users where id = $1', [id])).rows[0].next
  expect((await nextOf(due)).getTime()).toBeGreaterThan(Date.now())
  expect(await nextOf(later)).toEqual(future)
})

test('the backup of an earlier version is migrated to the newest', async () => {
  const old = await emptyDatabase()
  await migrateTo(old.pool, '0004')
  await old.pool.query(`insert into users (email) values ('ana@lisa.test')`)
  await old.pool.query(
    `insert into journal_entries (user_id, entry_date, wins) select id, '2026-11-20', 'Bread' from users`,
  )
  const file = path.join(folder, 'old.jsonl.gz')
  await writeBackup(old.pool, file, now)

  const { pool } = await emptyDatabase()
  await restoreBackup(pool, file)
  expect(await checksOf(pool)).toEqual(await checksOf(ctx.pool))
  expect((await pool.query('select entries, bytes from usage')).rows).toEqual([{ entries: 1, bytes: '5' }])
  expect((await pool.query('select words from journal_words')).rows).toEqual([{ words: null }])
  await migrateDatabase(pool)
})

test('an export writes a complete new file that only its owner can read, or none', async () => {
  const into = await mkdtemp(path.join(folder, 'into-'))
  const run = (...args: string[]) => backupCommand(['node', 'index.js', ...args])?.run(ctx.pool)
  expect(await run('--export', into)).toMatch(/^Exported everything of \d+ users \(\d+ journal entries\) to /)
  const [name = ''] = readdirSync(into)
  expect(name).toMatch(/^lisa-backup-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz$/)
  expect(statSync(path.join(into, name)).mode & 0o777).toBe(0o600)

  await expect(run('--export', path.join(into, name))).rejects.toThrow('exists already: name another file')
  await expect(run('--export', path.join(into, 'none/backup.gz'))).rejects.toThrow(
    'The backup cannot be written to',
  )
  const { pool } = await emptyDatabase()
  const file = path.join(into, 'empty.gz')
  await expect(writeBackup(pool, file, now)).rejects.toThrow('The database holds nothing of Lisa yet.')
  expect(readdirSync(into)).toEqual([name])
  expect(existsSync(`${file}.part`)).toBe(false)
  expect(() => backupCommand(['--export'])).toThrow('npm run export -- <folder or file>')
  expect(() => backupCommand(['--import'])).toThrow('npm run import -- <file>')
  expect(backupCommand(['--migrate-only'])).toBeUndefined()
})
