import { chownSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { freePort } from '../app'
import { fill } from '../bench/fixture'
import { installPackages } from './packages'
import { startProgram, until, user } from './programs'
import { people } from './traffic'

export const bin = '/usr/lib/postgresql/15/bin'

/** Starts PostgreSQL from the Debian package, with its data in `folder`, on a free port of 127.0.0.1. */
export async function createPostgres(folder: string, settings: Record<string, string> = {}) {
  installPackages('postgresql-15', 'postgresql-client-15')
  const port = await freePort()
  const init = startProgram(`${bin}/initdb`, [
    '--auth=trust',
    '--username=postgres',
    '--encoding=UTF8',
    '-D',
    folder,
  ])
  if (await init.ended) throw new Error(init.output())
  const values = {
    port: String(port),
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: "''",
    ...settings,
  }
  const file = path.join(folder, 'postgresql.auto.conf')
  writeFileSync(
    file,
    Object.entries(values)
      .map((pair) => `${pair.join(' = ')}\n`)
      .join(''),
  )
  if (user) chownSync(file, user.uid, user.gid)
  const url = (database = 'lisa', role = 'postgres') => `postgres://${role}@127.0.0.1:${port}/${database}`
  let server = startPostgres()
  let earlierOutput = ''

  function startPostgres() {
    return startProgram(`${bin}/postgres`, ['-D', folder])
  }

  async function answers(database: string) {
    const client = new pg.Client({ connectionString: url(database) })
    await client.connect()
    await client.end()
    return true
  }

  await until('Starting PostgreSQL', () => answers('postgres'))
  await query(url('postgres'), 'create database lisa')
  return {
    port,
    url,
    /** Restarts PostgreSQL if it has ended, as systemd does. */
    startIfEnded() {
      if (server.isRunning()) return
      earlierOutput += server.output()
      server = startPostgres()
    },
    output: () => earlierOutput + server.output(),
    /** Immediate shutdown: all clients are disconnected, and nothing is written any more. */
    stop: () => server.kill('SIGQUIT'),
  }
}

export async function query(url: string, text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query(text, values).finally(() => client.end())).rows
}

/** Adds the users who send the requests to a migrated database. */
export async function addPeople(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await fill(pool, Array<number>(people).fill(5))
  await pool.end()
}
