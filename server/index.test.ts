import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { createPool } from './db/db'
import { migrateDatabase } from './db/migrate'
import { checkPorts } from './http/listen'
import { createLog } from './log'
import { freePort } from './test/free-port'
import { newDataDir, start } from './test/local-postgres'
import { query, withDatabase } from './test/sql'
import { root } from './root'

// Starting from the sources takes many seconds on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

/** Runs the server from its sources, with the arguments of `npm start` and similar, until it exits. */
async function run(env: Record<string, string>, ...args: string[]) {
  const app = spawn(process.execPath, ['--import', 'tsx', 'server/index.ts', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void app.kill('SIGKILL'))
  const outputs = Promise.all([text(app.stdout), text(app.stderr)])
  const [code] = await once(app, 'close')
  const [log, said] = await outputs
  return { code: code as number, log, said }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a database that cannot be used ends the start with status 1 and one sentence', async () => {
  const web = await listen(createHttpServer())
  const settings = { DATA_DIR: await newDataDir(), PORT: String(await freePort()) }
  expect(await run({ ...settings, DATABASE_URL: `postgres://lisa@127.0.0.1:${web}/lisa` })).toMatchObject({
    code: 1,
    said: `The server at 127.0.0.1:${web} is not PostgreSQL: correct DATABASE_URL.\n`,
  })
  const DATABASE_URL = withDatabase(inject('testServer').url, 'missing')
  expect(await run({ DATABASE_URL }, '--export', '/tmp')).toEqual({
    code: 1,
    log: '',
    said: expect.stringMatching(/^PostgreSQL at .* has no database "missing": .*\n$/),
  })
})

test('a failed migration ends the start with one sentence too', async () => {
  const { url, prefix } = inject('testServer')
  await query(url, `create database ${prefix}other_tables`)
  onTestFinished(async () => void (await query(url, `drop database ${prefix}other_tables with (force)`)))
  const DATABASE_URL = withDatabase(url, `${prefix}other_tables`)
  await query(DATABASE_URL, 'create table users (id int)')
  expect(await run({ DATABASE_URL, DATA_DIR: await newDataDir() }, '--migrate-only')).toMatchObject({
    code: 1,
    said: 'The database refused a statement: relation "users" already exists (42P07)\n',
  })
})

test('a port in use is reported before a database is created', async () => {
  const port = await listen(createServer())
  const dataDir = await newDataDir()
  const taken = { code: 1, log: '', said: expect.stringMatching(`^Port ${port} on 127.0.0.1 is taken .*\n$`) }
  expect(await run({ DATA_DIR: dataDir, PORT: String(port) })).toEqual(taken)
  expect(readdirSync(dataDir)).toEqual([])

  const other = createServer()
  const free = { host: '127.0.0.1', port: await listen(other) }
  other.close()
  await checkPorts({ ...free, metricsPort: undefined })
  await expect(checkPorts({ ...free, metricsPort: port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken by another program. Stop it, or choose another one: METRICS_PORT=${port + 1} npm start`,
  )
})

test('the database of a running Lisa is exported, and imported into a new data folder', async () => {
  const [first, second] = [await newDataDir(), await newDataDir()]
  const { url, stop } = await start(first)
  const pool = createPool({ databaseUrl: url, databasePoolMax: 1 }, createLog('silent'))
  await migrateDatabase(pool).finally(() => pool.end())
  await query(url, `insert into users (email, timezone) values ('ana@lisa.test', 'Asia/Tokyo')`)
  const file = path.join(first, 'backup.jsonl.gz')
  expect(await run({ DATA_DIR: first }, '--export', file)).toEqual({
    code: 0,
    log: `Exported everything of 1 user (0 journal entries) to ${file}\n`,
    said: '',
  })
  // The running Lisa goes on, and refuses an import into its database.
  expect((await query(url, 'select email from users')).rows).toHaveLength(1)
  expect(await run({ DATA_DIR: first }, '--import', file)).toMatchObject({
    code: 1,
    said: expect.stringContaining('data folder in use by PostgreSQL'),
  })
  await stop()

  expect(await run({ DATA_DIR: second }, '--import', file)).toEqual({
    code: 0,
    log: 'Imported everything of 1 user (0 journal entries). Everybody has to sign in again.\n',
    said: '',
  })
  const restored = await start(second)
  expect((await query(restored.url, 'select email, timezone from users')).rows).toEqual([
    { email: 'ana@lisa.test', timezone: 'Asia/Tokyo' },
  ])
})
