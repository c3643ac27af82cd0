import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import request from 'supertest'
import { afterAll, expect, test, vi } from 'vitest'
import { createLog } from '../log'
import { createTestDatabase } from '../test/database'
import { createDatabaseProxy } from '../test/database-proxy'
import { createUser } from '../test/factories'
import { query } from '../test/sql'
import { createTestApp, signIn } from '../test/test-app'
import { connectWithoutTimeout, createPool, drizzleOn } from './db'

vi.setConfig({ testTimeout: 60_000 })

const database = await createTestDatabase()
afterAll(database.drop)
const proxy = await createDatabaseProxy(database.url)
const poolOf = (settings: object = {}) => {
  const pool = createPool({ databaseUrl: proxy.url, databasePoolMax: 10, ...settings }, createLog('silent'))
  afterAll(() => pool.end())
  return pool
}
const pool = poolOf()
const { app, db } = await createTestApp({ pool })
const asAna = await signIn(app, await createUser(db))

/** As many connections as the pool may have, all of them in use at once. */
const fill = () => Promise.all(Array.from({ length: 10 }, () => pool.query('select pg_sleep(0.2)')))
const statuses = () =>
  Promise.all(Array.from({ length: 10 }, async () => (await asAna.get('/api/goals')).status))

test(
  'when the network is back all is well within 15 s, though ten live connections stay silent',
  { tags: 'nightly' },
  async () => {
    await fill()
    expect(pool.totalCount).toBe(10)
    proxy.silence()
    const meanwhile = statuses()
    proxy.restore()
    await expect.poll(statuses, { timeout: 15_000 }).toEqual(Array(10).fill(200))
    await meanwhile
  },
)

test(
  'a silent database is not ready, which is said in time, and of ten idle connections one finds it out',
  { tags: 'nightly' },
  async () => {
    await fill()
    await request(app).get('/readyz').expect(200)
    proxy.silence()
    const ready = async () => (await request(app).get('/readyz').timeout(4_500)).status
    await expect.poll(ready, { timeout: 4_500 }).toBe(503)
    proxy.restore()
    await expect.poll(ready, { timeout: 15_000 }).toBe(200)
  },
)

test('a connection that falls silent in a transaction is thrown away, not given back', async () => {
  const pool = poolOf({ statementTimeoutMs: 200 })
  await expect(
    drizzleOn(pool).transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      proxy.silence()
      await tx.execute(sql`select 1`)
    }),
  ).rejects.toThrow('Failed query')
  proxy.restore()
  expect(pool.totalCount).toBe(0)
})

test('a connection that ends between two statements of a transaction does not end the process', async () => {
  const pool = poolOf()
  const lost = drizzleOn(pool).transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await query(database.url, 'select pg_terminate_backend($1)', [rows[0]?.pid])
    await setTimeout(200)
    await tx.execute(sql`select 1`)
  })
  await expect(lost).rejects.toThrow('Failed query')
  expect((await pool.query('select 1')).rowCount).toBe(1)
})

test('an idle connection asks whether the other side is still there', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  await poolOf().query('select 1')
  expect(keepAlive).toHaveBeenCalledWith(true, 5_000)
})

test('PostgreSQL sends keepalives too, on a connection whose statements have no time limit', async () => {
  const client = await connectWithoutTimeout(poolOf())
  // On the tests' Unix socket the values themselves are 0.
  const { rows } = await client.query(
    `select name from pg_settings where name like 'tcp_keepalives_%' and source = 'session' order by 1`,
  )
  await client.end()
  expect(rows.map(({ name }) => name)).toEqual([
    'tcp_keepalives_count',
    'tcp_keepalives_idle',
    'tcp_keepalives_interval',
  ])
})
