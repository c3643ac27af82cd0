import { once } from 'node:events'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log'
import { StartupError } from '../startup-error'
import { certificate } from '../test/certificate'
import { captureLog } from '../test/log'
import { createPostgresData } from '../test/postgres-server'
import { query } from '../test/sql'
import { createPool } from './db'
import { waitForDatabase } from './wait-for-database'

// These tests create and start PostgreSQL servers of their own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let data: Awaited<ReturnType<typeof createPostgresData>>
beforeAll(async () => void (data = await createPostgresData()))
afterAll(() => data.remove())

const logged = captureLog()
const wait = async (databaseUrl: string, limitMs?: number) => {
  const pool = createPool({ databaseUrl, databasePoolMax: 1 }, createLog('silent'))
  await waitForDatabase(pool, logged.log, limitMs).finally(() => pool.end())
}

/** The sentence with which the start fails. `limitMs` 0 fails at once also where Lisa would wait. */
async function refusalOf(databaseUrl: string, limitMs?: number): Promise<string> {
  const error = await wait(databaseUrl, limitMs).catch((error: unknown) => error)
  if (error instanceof StartupError) return error.message
  throw new Error('It was not refused in a sentence', { cause: error })
}

/** Expects that the start waits, with one line in the log, until `mend` has removed the fault. */
async function waitsUntil(databaseUrl: string, sentence: string, mend: () => Promise<unknown>) {
  expect(await refusalOf(databaseUrl, 0)).toContain(sentence)
  logged.clear()
  const waiting = wait(databaseUrl)
  await expect.poll(logged.text).toContain(sentence)
  await mend()
  await waiting
  expect(logged.lines).toHaveLength(1)
}

test('a database that is missing', async () => {
  const { url, port } = await data.start()
  expect(await refusalOf(url('lisa', 'journal'))).toBe(
    `PostgreSQL at 127.0.0.1:${port} has no database "journal": create it, or correct DATABASE_URL.`,
  )
  await wait(url())
})

test('a wrong password, no password, and a role without access', async () => {
  const setup = await data.start()
  await query(setup.url(), `create role ana login password 'right'`)
  await setup.stop()

  const { url } = await data.start({
    access: 'host all ana 127.0.0.1/32 scram-sha-256\nhost all nobody 127.0.0.1/32 trust',
  })
  for (const who of ['ana:wrong', 'ana'])
    expect(await refusalOf(url(who))).toContain('refuses the password of "ana": correct DATABASE_URL')
  await wait(url('ana:right'))
  expect(await refusalOf(url('nobody'))).toContain(
    'does not let "nobody" into "postgres" (role "nobody" does not exist)',
  )
})

test('TLS that one side does not accept, and a certificate that is not trusted', async () => {
  const without = await data.start()
  expect(await refusalOf(without.url('lisa', 'postgres', '?sslmode=verify-full'))).toContain(
    'offers no TLS, which DATABASE_URL asks for',
  )
  await without.stop()

  const files = {
    cert: path.join(data.folder, '../server.crt'),
    key: path.join(data.folder, '../server.key'),
  }
  for (const name of ['cert', 'key'] as const) {
    writeFileSync(files[name], certificate[name], { mode: 0o600 })
    if (data.user) chownSync(files[name], data.user.uid, data.user.gid)
  }
  const { url } = await data.start({
    settings: ['ssl=on', `ssl_cert_file=${files.cert}`, `ssl_key_file=${files.key}`],
    access: 'hostssl all all 127.0.0.1/32 trust',
  })
  expect(await refusalOf(url())).toContain(
    'does not let "lisa" into "postgres" without TLS: add sslmode=verify-full to DATABASE_URL',
  )
  expect(await refusalOf(url('lisa', 'postgres', '?sslmode=verify-full'))).toMatch(
    /^The certificate of PostgreSQL at .* is not trusted \(.+\): name the file of its authority with sslrootcert/,
  )
  await wait(url('lisa', 'postgres', `?sslmode=verify-full&sslrootcert=${files.cert}`))
  expect(await refusalOf(url('lisa', 'postgres', '?sslmode=verify-full&sslrootcert=/none.crt'))).toContain(
    'DATABASE_URL names a file that cannot be read: ENOENT',
  )
})

test('a database of another role', async () => {
  const { url } = await data.start()
  for (const statement of [
    'create role guest login',
    'create database others',
    'revoke connect on database others from public',
  ])
    await query(url(), statement)
  expect(await refusalOf(url('guest', 'others'))).toContain(
    'does not let "guest" into "others" (permission denied for database "others")',
  )
  await query(url(), 'grant connect on database others to guest')
  await wait(url('guest', 'others'))
  await query(url('lisa', 'others'), 'create table users (id int)')
  await query(url('lisa', 'others'), 'grant select, insert, update on users to guest')
  expect(await refusalOf(url('guest', 'others'))).toBe(
    '"guest" may not read and write the tables of "others", which belong to "lisa": use "lisa" in DATABASE_URL, or grant "guest" the rights (docs/operations.md).',
  )
  await query(url('lisa', 'others'), 'grant delete on users to guest')
  await wait(url('guest', 'others'))
})

test('too many clients are waited for', async () => {
  const { url, port } = await data.start({
    settings: ['max_connections=4', 'superuser_reserved_connections=0', 'max_wal_senders=0'],
  })
  const others = Array.from({ length: 4 }, () => new pg.Client(url()))
  for (const other of others) await other.connect()
  onTestFinished(() => void others.map((other) => other.end().catch(() => {})))
  const sentence = `PostgreSQL at 127.0.0.1:${port} takes no more connections (sorry, too many clients already).`
  await waitsUntil(url(), sentence, () => Promise.all(others.map((other) => other.end())))
})

test('a PostgreSQL that does not take connections yet, a standby, and one that is down are waited for', async () => {
  writeFileSync(path.join(data.folder, 'standby.signal'), '')
  onTestFinished(() => rmSync(path.join(data.folder, 'standby.signal'), { force: true }))
  const closed = await data.start({ settings: ['hot_standby=off'] })
  expect(await refusalOf(closed.url(), 0)).toMatch(/ is not ready \(the database system is .*\)\.$/)
  await closed.stop()
  const nobody = `PostgreSQL at 127.0.0.1:${closed.port} cannot be reached (`
  expect(await refusalOf(closed.url(), 0)).toContain(nobody)

  const { url } = await data.start()
  await waitsUntil(url(), 'is read-only: it is a standby, and no primary answers there.', () =>
    query(url(), 'select pg_promote()'),
  )
})

async function listen(server: Server) {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test(
  'no PostgreSQL at all: another program, silence, and a port that closes',
  { tags: 'nightly' },
  async () => {
    const web = await listen(createHttpServer())
    const mail = await listen(createServer((socket) => void socket.end('220 mail.example.org ESMTP\r\n')))
    // Speaks another protocol, and waits for the client.
    const terminal = await listen(createServer((socket) => void socket.write('SSH-2.0-OpenSSH\r\n')))
    for (const address of [web, mail, terminal])
      for (const mode of ['', '?sslmode=verify-full'])
        expect(await refusalOf(`postgres://lisa@${address}/lisa${mode}`)).toBe(
          `The server at ${address} is not PostgreSQL: correct DATABASE_URL.`,
        )

    const silent = await listen(createServer())
    expect(await refusalOf(`postgres://lisa@${silent}/lisa`, 0)).toBe(
      `PostgreSQL at ${silent} does not answer.`,
    )
    const closing = await listen(createServer((socket) => void socket.end()))
    expect(await refusalOf(`postgres://lisa@${closing}/lisa`, 0)).toBe(
      `PostgreSQL at ${closing} closes the connection at once.`,
    )
  },
)
