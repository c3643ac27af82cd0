import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test, vi } from 'vitest'
import { startPostgres } from './postgres'
import { temporaryDataDir } from '../test/data-dir'
import { answers, pidFileOf, pidOf, rowsOf, run, start, timeLimits } from '../test/local-postgres'
import { query } from '../test/sql'

vi.setConfig(timeLimits)

// One folder for all of the tests: to create the data takes longer than all else.
let dataDir: string
beforeAll(async () => {
  const { folder, remove } = await temporaryDataDir()
  dataDir = folder
  return remove
})

test('data is kept from one start to the next', async () => {
  const first = await start(dataDir)
  await query(first.url, 'create table kept as select 1 as n')
  await first.stop()
  expect(existsSync(pidFileOf(dataDir))).toBe(false)

  const second = await start(dataDir)
  expect(await rowsOf(second.url)).toEqual([{ n: 1 }])
  await Promise.all([second.stop(), second.stop()])
})

test('texts sort by their characters and are UTF-8, whatever the locale of the system', async () => {
  const { url } = await start(dataDir)
  const { rows } = await query(
    url,
    "select upper('é'), current_setting('server_encoding') as encoding, 'Z' < 'a' as sorts",
  )
  expect(rows).toEqual([{ upper: 'É', encoding: 'UTF8', sorts: true }])
})

/** An app that writes one row after the other and says each one that was acknowledged. */
const writingApp = `
  const { url } = await startPostgres({ dataDir })
  const client = new pg.Client(url)
  await client.connect()
  await client.query('drop table if exists kept')
  await client.query('create table kept (n int)')
  for (let n = 1; ; n++) {
    await client.query('insert into kept values ($1)', [n])
    console.log(n)
  }`

test.each([
  ['the app', (app: ChildProcess) => app.kill('SIGKILL')],
  [
    'everything',
    (app: ChildProcess) => {
      app.kill('SIGKILL')
      // PostgreSQL and its watcher.
      process.kill(-pidOf(dataDir), 'SIGKILL')
    },
  ],
])('nothing acknowledged is lost when %s is killed and started again at once', async (_what, kill) => {
  const { app, lines, said } = run(writingApp, dataDir)
  await said('100')
  kill(app)
  await once(app, 'close')

  const { url } = await start(dataDir)
  const numbers = (await rowsOf(url)).map(({ n }) => n)
  const acknowledged = lines.map(Number)
  expect(acknowledged.length).toBeGreaterThanOrEqual(100)
  expect(numbers.slice(0, acknowledged.length)).toEqual(acknowledged)
})

test('PostgreSQL stops by itself when its app is killed', async () => {
  const { app, said } = run(writingApp, dataDir)
  await said('1')
  app.kill('SIGKILL')
  await vi.waitFor(() => expect(existsSync(pidFileOf(dataDir))).toBe(false), 60_000)
})

test('PostgreSQL stops by itself when its app ends without stopping it', async () => {
  const { app } = run('await startPostgres({ dataDir })', dataDir)
  expect(await once(app, 'exit')).toEqual([0, null])
  await vi.waitFor(() => expect(existsSync(pidFileOf(dataDir))).toBe(false), 60_000)
})

test('the app is told when PostgreSQL is killed, but not when the app stops it', async () => {
  const told = `
    const server = await startPostgres({ dataDir, onCrash: console.log })
    process.once('SIGTERM', () => server.stop().then(() => process.exit(0)))
    setInterval(() => {}, 1000)
    console.log('ready')`
  const first = run(told, dataDir)
  await first.said('ready')
  process.kill(pidOf(dataDir), 'SIGKILL')
  await vi.waitFor(() => expect(first.lines).toHaveLength(2), 60_000)
  expect(first.lines[1]).toMatch(
    /^The PostgreSQL that Lisa runs on .* has ended \(SIGKILL\)\..* start Lisa again\.$/,
  )
  first.app.kill('SIGKILL')
  await once(first.app, 'close')

  const second = run(told, dataDir)
  await second.said('ready')
  second.app.kill('SIGTERM')
  await once(second.app, 'close')
  expect(second.lines).toEqual(['ready'])
})

test('a program that only reads shares the server of another one', async () => {
  const { url } = await start(dataDir)
  const shared = await startPostgres({ dataDir, orShare: true })
  expect(shared.url).toBe(url)
  await shared.stop()
  expect(await answers(url)).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'a server whose app and watcher were killed is stopped by the next start',
  async () => {
    const { app, said } = run(writingApp, dataDir)
    await said('1')
    const leftover = pidOf(dataDir)
    process.kill(watcherOf(leftover), 'SIGKILL')
    app.kill('SIGKILL')
    await once(app, 'close')

    const { url } = await start(dataDir)
    expect(pidOf(dataDir)).not.toBe(leftover)
    expect(await rowsOf(url)).toContainEqual({ n: 1 })
  },
)

test('Ctrl-C reaches the app alone, which still has its database while it finishes', async () => {
  const finishing = `
    const { url, stop } = await startPostgres({ dataDir })
    process.once('SIGINT', async () => {
      const client = new pg.Client(url)
      await client.connect()
      await client.query('drop table if exists kept')
      await client.query('create table kept as select 7 as n from pg_sleep(0.3)')
      await client.end()
      await stop()
      process.exit(0)
    })
    setInterval(() => {}, 1000)
    console.log('ready')`
  const { app, said } = run(finishing, dataDir)
  await said('ready')
  // To its whole process group, as a terminal does it.
  process.kill(-app.pid!, 'SIGINT')
  expect(await once(app, 'exit')).toEqual([0, null])

  const { url } = await start(dataDir)
  expect(await rowsOf(url)).toEqual([{ n: 7 }])
})

/** The shell in the process group of the server. */
function watcherOf(server: number): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [, name, group] = /\((.*)\) \S \d+ (\d+)/.exec(statOf(pid)) ?? []
    if (name === 'sh' && Number(group) === server) return Number(pid)
  }
  throw new Error('There is no watcher')
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
