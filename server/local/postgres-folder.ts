import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { chown, open } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../startup-error'
import { createAtomically } from './create-atomically'
import type { Programs } from './postgres-programs'
import { blockedAt, runAs, type SystemUser } from './system-user'

export const port = 5432

export const socketName = `.s.PGSQL.${port}`

/** Creates Lisa's data folder if needed and returns its real path, which identifies running servers. */
export function makeDataDir(dataDir: string): string {
  try {
    // The user that PostgreSQL runs as needs access, even if root has a strict umask.
    if (mkdirSync(dataDir, { recursive: true }) && process.getuid?.() === 0) chmodSync(dataDir, 0o755)
    accessSync(dataDir, constants.W_OK)
    return realpathSync(dataDir)
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be used (${codeOf(error)}): set DATA_DIR to a folder that Lisa may write to.`,
    )
  }
}

export function assertReachable(home: string, user: SystemUser) {
  const blocked = blockedAt(home, user)
  if (!blocked) return
  throw new StartupError(
    `The data folder ${home} cannot be reached by the user ${user.name} that PostgreSQL runs as when Lisa is started by root (closed at ${blocked}): ` +
      'move Lisa, or set DATA_DIR to a folder that every user can traverse, for example DATA_DIR=/var/lib/lisa, or set DATABASE_URL.',
  )
}

/** Runs initdb in `folder` at the first start. Throws if the data is from another major version. */
export async function prepareData(
  folder: string,
  { bin, major }: Programs,
  user?: SystemUser,
  unsafeFast = false,
) {
  assertOwned(folder, user)
  const versionFile = path.join(folder, 'PG_VERSION')
  const exists = () => existsSync(versionFile)
  if (!exists()) {
    await createAtomically(folder, exists, initialise).catch(explain)
    if (!unsafeFast) await syncFolder(path.dirname(folder))
  }
  const found = readFileSync(versionFile, 'utf8').trim()
  if (found !== major)
    throw new StartupError(
      `The data in ${folder} is from PostgreSQL ${found} and Lisa now brings PostgreSQL ${major}: run \`npm run export -- lisa.jsonl.gz\` with the version of Lisa that made it, move the folder away, and run \`npm run import -- lisa.jsonl.gz\` with this one; or set DATABASE_URL to a PostgreSQL ${found} that serves it.`,
    )

  async function initialise(staging: string) {
    if (user) await chown(staging, user.uid, user.gid)
    // The builtin C.UTF-8 locale sorts alike on every system, whatever locales are installed.
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
    // Trust is safe: the only way to connect is a socket in a folder that only the data's owner and root can enter.
    const access = ['--username=lisa', '--auth=trust']
    const args = [
      ...locale,
      ...access,
      '--no-instructions',
      ...(unsafeFast ? ['--no-sync'] : []),
      '-D',
      staging,
    ]
    await promisify(execFile)(path.join(bin, 'initdb'), args, runAs(user))
  }

  function explain(error: NodeJS.ErrnoException & { stderr?: string }): never {
    const why = error.stderr?.match(/(?:error|FATAL): +(.*)/)?.[1] ?? codeOf(error)
    throw new StartupError(
      `PostgreSQL could not create its data in ${folder} (${why}): set DATA_DIR to another folder that Lisa may write to.`,
    )
  }
}

/** A private folder for the socket, whose path must stay under about 100 bytes. */
export function makeSocketFolder(home: string, user?: SystemUser): string {
  const inDataDir = path.join(home, 'postgres-socket')
  const fits = Buffer.byteLength(path.join(inDataDir, socketName)) < 100
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const folder = fits ? inDataDir : `/tmp/lisa-${name}`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user && lstatSync(folder).uid === 0) chownSync(folder, user.uid, user.gid)
  // In /tmp another user may have created it first, to impersonate the server.
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== (user?.uid ?? process.getuid?.()) || found.mode & 0o077)
    throw new StartupError(
      `The folder ${folder} is not PostgreSQL's alone: remove it, or set DATA_DIR to a shorter path.`,
    )
  return folder
}

function assertOwned(folder: string, user?: SystemUser) {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid
  if (owner === undefined) return
  // Owned by root after restoring a backup, but PostgreSQL runs only as the owner of its data.
  if (user && owner === 0) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, folder], runAs(undefined))
  else if (owner !== (user?.uid ?? process.getuid?.()))
    throw new StartupError(
      `The data in ${folder} belongs to another user (id ${owner}): start Lisa as that user or as root, or set DATA_DIR to another folder.`,
    )
}

/** The folder's entry has to survive a power cut too, not only its files. */
async function syncFolder(folder: string) {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error)
