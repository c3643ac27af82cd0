import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../startup-error'
import { removeIncomplete } from './create-atomically'
import { assertReachable, makeDataDir, makeSocketFolder, port, prepareData } from './postgres-folder'
import { waitForOtherServer, ownerSetting, stopTimeoutMs, pidFile } from './postgres-predecessor'
import { launch } from './postgres-process'
import { preparePrograms } from './postgres-programs'
import { serverUser, type SystemUser } from './system-user'

type Options = {
  dataDir: string
  log?: (line: string) => void
  /** Called with a sentence if PostgreSQL ends without being stopped. */
  onCrash?: (sentence: string) => void
  /** Uses the PostgreSQL of another process on the same data, if there is one. */
  orShare?: boolean
  /** For tests: trades durability for speed. */
  unsafeFast?: boolean
}

/** Runs PostgreSQL with its data in `dataDir`/postgres until this process ends. */
export async function startPostgres(options: Options) {
  const { dataDir, log = () => {}, onCrash = () => {}, orShare = false, unsafeFast = false } = options
  const home = makeDataDir(path.resolve(dataDir))
  const folder = path.join(home, 'postgres')
  const user = serverUser(folder)
  if (user) assertReachable(home, user)
  const programs = await preparePrograms(home, user)
  await prepareData(folder, programs, user, unsafeFast)
  const socketFolder = makeSocketFolder(home, user)
  const url = urlOf(socketFolder, 'lisa')
  if (orShare && (await accepts(url))) return { url, stop: async () => {} }

  const command = [path.join(programs.bin, 'postgres'), '-D', folder, ...settings(socketFolder, unsafeFast)]
  const server = await launchExclusively(command, folder, socketFolder, user, log)
  try {
    await removeIncomplete(home)
    await createDatabase(urlOf(socketFolder, 'postgres'))
  } catch (error) {
    await server.stop()
    throw error
  }
  void server.crashed.then((how) =>
    onCrash(
      `The PostgreSQL that Lisa runs on ${folder} has ended (${how}). Nothing that was saved is lost: start Lisa again.`,
    ),
  )
  return { url, stop: server.stop }
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
    ownerSetting(),
    'timezone=UTC',
    'lc_messages=C',
    'logging_collector=off',
    'log_destination=stderr',
    'log_line_prefix=',
    'log_checkpoints=off',
    // Statement errors reach the app anyway; in the server log they would quote user data.
    'log_min_messages=log',
    'log_error_verbosity=terse',
  ]
  return values.flatMap((value) => ['-c', value])
}

/** Sets the port and `sslmode`, so that PGPORT and PGSSLMODE do not apply. */
const urlOf = (socketFolder: string, database: string) =>
  `postgres://lisa@localhost:${port}/${database}?host=${encodeURIComponent(socketFolder)}&sslmode=disable`

/** Starts the server once no other one runs. Of two concurrent starts PostgreSQL rejects one, which then tries again. */
async function launchExclusively(
  command: string[],
  folder: string,
  socketFolder: string,
  user: SystemUser | undefined,
  log: (line: string) => void,
) {
  const deadline = Date.now() + stopTimeoutMs
  for (;;) {
    await waitForOtherServer(folder, socketFolder)
    const server = launch(command, user, log)
    while (!server.ended()) {
      const { pid, state } = pidFile(folder)
      if (pid === server.pid && state === 'ready') return server
      await Promise.race([server.exited, setTimeout(20)])
    }
    const reason = server.lastMessage()
    // The remaining processes of a killed server hold the shared memory block for a moment.
    if (!/lock file|shared memory block/.test(reason) || Date.now() > deadline)
      throw new StartupError(`PostgreSQL did not start: ${reason}`)
    await setTimeout(100)
  }
}

async function accepts(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
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
