import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../startup-error'
import { removeHalfMade } from './create-at-once'
import { assertReachable, makeHome, makeSocketFolder, port, prepareData } from './postgres-folder'
import { awaitPredecessor, ownerMark, patienceMs, pidFile } from './postgres-predecessor'
import { launch } from './postgres-process'
import { preparePrograms } from './postgres-programs'
import { serverUser, type SystemUser } from './system-user'

type Options = { dataDir: string; log?: (line: string) => void; unsafeFast?: boolean }

/**
 * Runs a PostgreSQL of our own on `dataDir`/postgres for as long as this process lives, with data kept between
 * starts. `unsafeFast` is for tests: it gives up safety at a power cut for speed.
 */
export async function startPostgres({ dataDir, log = () => {}, unsafeFast = false }: Options) {
  const home = makeHome(path.resolve(dataDir))
  const folder = path.join(home, 'postgres')
  const user = serverUser(folder)
  if (user) assertReachable(home, user)
  const programs = await preparePrograms(home, user)
  await prepareData(folder, programs, user, unsafeFast)
  const socketFolder = makeSocketFolder(home, user)

  const command = [path.join(programs.bin, 'postgres'), '-D', folder, ...settings(socketFolder, unsafeFast)]
  const server = await launchAlone(command, folder, socketFolder, user, log)
  try {
    await removeHalfMade(home)
    await createDatabase(urlOf(socketFolder, 'postgres'))
  } catch (error) {
    await server.stop()
    throw error
  }
  return { url: urlOf(socketFolder, 'lisa'), stop: server.stop }
}

function settings(socketFolder: string, unsafeFast: boolean): string[] {
  const values = [
    `port=${port}`,
    'listen_addresses=',
    `unix_socket_directories="${socketFolder.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    'shared_buffers=32MB',
    `max_connections=${unsafeFast ? 200 : 30}`,
    ...(unsafeFast ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []),
    ownerMark(),
    'timezone=UTC',
    'lc_messages=C',
    'logging_collector=off',
    'log_destination=stderr',
    'log_line_prefix=',
    'log_checkpoints=off',
    // Errors of statements reach the app; in a log they would quote what people wrote.
    'log_min_messages=log',
    'log_error_verbosity=terse',
  ]
  return values.flatMap((value) => ['-c', value])
}

/** The port and `sslmode` stand there so that PGPORT and PGSSLMODE of the environment do not apply. */
const urlOf = (socketFolder: string, database: string) =>
  `postgres://lisa@localhost:${port}/${database}?host=${encodeURIComponent(socketFolder)}&sslmode=disable`

/** Starts the server once no other one is there. Of two that start at the same moment PostgreSQL turns one away. */
async function launchAlone(
  command: string[],
  folder: string,
  socketFolder: string,
  user: SystemUser | undefined,
  log: (line: string) => void,
) {
  const deadline = Date.now() + patienceMs
  for (;;) {
    await awaitPredecessor(folder, socketFolder)
    const server = launch(command, user, log)
    while (!server.ended()) {
      const { pid, state } = pidFile(folder)
      if (pid === server.pid && state === 'ready') return server
      await Promise.race([server.gone, setTimeout(20)])
    }
    const why = server.lastWords()
    // The second is what a killed server's last processes hold on to for a moment.
    if (!/lock file|shared memory block/.test(why) || Date.now() > deadline)
      throw new StartupError(`PostgreSQL did not start: ${why}`)
    await setTimeout(100)
  }
}

async function createDatabase(maintenanceUrl: string) {
  const client = new pg.Client({ connectionString: maintenanceUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'lisa'")
    if (!rowCount) await client.query('create database lisa')
  } finally {
    await client.end()
  }
}
