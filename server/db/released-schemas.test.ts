import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { streaksOf } from '../features/analytics/streaks-repository'
import { createLog } from '../log'
import { createEmptyDatabase } from '../test/database'
import { type Released, statements, storedRows } from '../test/released-data'
import { migrateTo, migrations } from '../test/released-schema'
import { drizzleOn } from './db'
import { migrateWhenReachable } from './migrate'

vi.setConfig({ testTimeout: 120_000 })

const workers = 3

/** Runs the statements of the earlier version again and again, with dates far in the future, until it is stopped. */
async function runOldVersion(pool: pg.Pool, known: Released[], userId: string, stop: AbortSignal) {
  const written: string[] = []
  const work = async (first: number) => {
    for (let n = first; !stop.aborted; n += workers) {
      const day = new Date(Date.UTC(2030, 0, 1 + 2 * n)).toISOString().slice(0, 10)
      for (const { text } of known) await pool.query(text, [userId, day])
      written.push(day)
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, n) => work(n)))
  return written
}

const difference = (one: string, other: string) =>
  `(${one} except ${other}) union all (${other} except ${one})`
const runsOfEntries = `select user_id, min(entry_date), max(entry_date) from (
  select user_id, entry_date, entry_date - (row_number() over (partition by user_id order by entry_date))::int as run
  from journal_entries) days group by user_id, run`
const usageOfRows = `select user_id, sum(entries), sum(goals), sum(bytes) from (
  select user_id, 1 as entries, 0 as goals, text_bytes(e) as bytes from journal_entries e
  union all select user_id, 0, 1, text_bytes(g) from goals g) stored group by user_id`

test.each(migrations.slice(0, -1))(
  'a database of %s with data in it is upgraded under load',
  async (last) => {
    const { pool, drop } = await createEmptyDatabase()
    onTestFinished(drop)
    await migrateTo(pool, last)
    const isKnown = ({ since }: Released) => since <= last.slice(0, 4)
    for (const { text } of storedRows.filter(isKnown)) await pool.query(text)
    const count = async (table: string) =>
      Number((await pool.query(`select count(*) from ${table}`)).rows[0].count)
    const tables = (await pool.query(`select tablename from pg_tables where schemaname = 'public'`)).rows as {
      tablename: string
    }[]
    const before = new Map<string, number>()
    for (const { tablename } of tables) before.set(tablename, await count(tablename))
    const { rows: people } = await pool.query(
      'select id, email, first_name, created_at from users order by email',
    )

    const enough = new AbortController()
    const written = runOldVersion(pool, statements.filter(isKnown), people[0].id, enough.signal)
    written.catch(() => {})
    try {
      await migrateWhenReachable(pool, createLog('silent'))
    } finally {
      enough.abort()
    }
    // Rejects if a statement has failed.
    const days = await written
    expect(days.length).toBeGreaterThan(0)

    expect(
      (await pool.query('select id, email, first_name, created_at from users order by email')).rows,
    ).toEqual(people)
    for (const [table, rows] of before)
      expect(await count(table), `rows of ${table}`).toBeGreaterThanOrEqual(rows)
    const { rows: kept } = await pool.query(
      'select entry_date, wins from journal_entries order by entry_date',
    )
    expect(kept.slice(0, 13).map(({ wins }) => wins)).toEqual(
      [400, 301, 300, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((day) => `Bread on day ${day}`),
    )
    expect(kept.slice(13).map(({ wins }) => wins)).toEqual(days.map(() => 'Written meanwhile.'))

    for (const sql of [
      difference('table journal_runs', runsOfEntries),
      difference('table usage', usageOfRows),
      difference('select entry_id, user_id from journal_words', 'select id, user_id from journal_entries'),
    ])
      expect((await pool.query(sql)).rows, `${sql}`).toEqual([])
    const today = new Date().toISOString().slice(0, 10)
    const streak = await streaksOf(drizzleOn(pool), [{ userId: people[0].id, today }])
    expect(streak({ userId: people[0].id, today }).streak).toBeGreaterThanOrEqual(9)
  },
)
