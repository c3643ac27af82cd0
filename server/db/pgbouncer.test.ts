import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log'
import { createTestDatabase } from '../test/database'
import { createUser } from '../test/factories'
import { hasPgBouncer, startPgBouncer } from '../test/pgbouncer'
import { createTestApp, signIn } from '../test/test-app'
import { StartupError } from '../startup-error'
import { createPool } from './db'
import { migrateWhenReachable } from './migrate'

vi.setConfig({ testTimeout: 60_000 })

const log = createLog('silent')
const database = await createTestDatabase()
afterAll(database.drop)

async function poolThrough(mode: string) {
  const databaseUrl = await startPgBouncer(database.url, mode)
  const pool = createPool(
    { databaseUrl, databasePoolMax: 5, quota: { entries: 3, goals: 50, megabytes: 1 } },
    log,
  )
  onTestFinished(() => pool.end())
  return pool
}

describe.runIf(hasPgBouncer())('PgBouncer', () => {
  test('in session mode, set up as documented, carries everything, the time limit and the quota too', async () => {
    const pool = await poolThrough('session')
    await migrateWhenReachable(pool, log)
    const { rows } = await pool.query(
      `select current_setting('statement_timeout') as limit, current_setting('timezone') as zone`,
    )
    expect(rows).toEqual([{ limit: '8s', zone: 'UTC' }])

    const { app, db } = await createTestApp({ pool })
    const ana = await signIn(app, await createUser(db))
    const others = await Promise.all(Array.from({ length: 4 }, async () => signIn(app, await createUser(db))))
    const add = (day: number) =>
      ana.post('/api/journal-entries').send({ entryDate: `2026-11-0${day}`, wins: 'Bread' })
    for (const day of [1, 2, 3]) await add(day).expect(201)
    await add(4).expect(413)
    // More requests than the pool has connections, but few enough that none is refused for overload.
    const calls = Array.from({ length: 10 }, (_, n) =>
      others.map((other) => other.get(n % 2 ? '/api/journal-entries?limit=2' : '/api/analytics/streak')),
    ).flat()
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]))
    // The export uses a connection outside the pool, in one long transaction.
    await ana.get('/api/export').expect(200)
  })

  test.each(['transaction', 'statement'])(
    'in %s mode is refused at start, and no lock is left behind',
    async (mode) => {
      const refusal = await migrateWhenReachable(await poolThrough(mode), log).catch(
        (error: unknown) => error,
      )
      expect(refusal).toBeInstanceOf(StartupError)
      expect((refusal as Error).message).toContain('Lisa needs pool_mode = session')
      const { rows } = await database.pool.query(
        `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      )
      expect(rows).toEqual([])
    },
  )
})
