import { execFileSync, spawn } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryDataDir } from '../test/data-dir'
import {
  answers,
  asRoot,
  folderOf,
  newDataDir,
  pidFileOf,
  pidOf,
  refusalOf,
  start,
  timeLimits,
} from '../test/local-postgres'
import { serverUser } from './system-user'

vi.setConfig(timeLimits)

// One folder for most of the tests: to create the data takes longer than all else.
let dataDir: string
beforeAll(async () => {
  const { folder, remove } = await temporaryDataDir()
  dataDir = folder
  return remove
})

test('a second app on the same data folder is refused', async () => {
  const { url } = await start(dataDir)
  expect(await refusalOf(start(dataDir))).toContain(
    `data folder in use by PostgreSQL pid ${pidOf(dataDir)}; stop the other Lisa, or set DATA_DIR`,
  )
  expect(await answers(url)).toBe(true)
})

test('a pid file whose pid now belongs to another program does not hinder the start', async () => {
  const { uid, gid } = statSync(folderOf(dataDir))
  const other = spawn('sleep', ['600'], asRoot ? { uid, gid } : {})
  onTestFinished(() => void other.kill())
  const stale = `${other.pid}\n${folderOf(dataDir)}\n1790000000\n5432\n\n\n\nready   \n`
  writeFileSync(pidFileOf(dataDir), stale)
  writeFileSync(path.join(dataDir, 'postgres-socket/.s.PGSQL.5432.lock'), stale)

  const { url } = await start(dataDir)
  expect(await answers(url)).toBe(true)
})

test('data of another major version is refused and stays as it is', async () => {
  const versionFile = path.join(folderOf(dataDir), 'PG_VERSION')
  writeFileSync(versionFile, '15\n')
  const refusal = await refusalOf(start(dataDir))
  expect(refusal).toContain('is from PostgreSQL 15 and Lisa now brings PostgreSQL 18')
  expect(refusal).toContain('run `npm run export -- lisa.jsonl.gz` with the version of Lisa that made it')
  expect(refusal).toContain('run `npm run import -- lisa.jsonl.gz` with this one')
  expect(refusal).toContain('set DATABASE_URL to a PostgreSQL 15')

  writeFileSync(versionFile, '18\n')
  const { url } = await start(dataDir)
  expect(await answers(url)).toBe(true)
})

test.each([
  ['quotes and a comma', `a "b", 'c'`],
  ['a path too long for a socket', 'a long name '.repeat(10)],
])('the folder may be moved, and have %s', async (_what, name) => {
  const moved = path.join(await newDataDir(), name)
  await mkdir(moved)
  await rename(folderOf(dataDir), folderOf(moved))
  onTestFinished(() => rename(folderOf(moved), folderOf(dataDir)))

  const { url, stop } = await start(moved)
  expect(await answers(url)).toBe(true)
  await stop()
  const socketFolder = new URL(url).searchParams.get('host')!
  if (socketFolder.startsWith(moved)) return

  // Among the temporary files somebody else could wait there for the app's connections.
  onTestFinished(() => rm(socketFolder, { recursive: true, force: true }))
  await chmod(socketFolder, 0o755)
  expect(await refusalOf(start(moved))).toContain(`The folder ${socketFolder} is not PostgreSQL's alone`)
})

test.runIf(asRoot)('a backup that root has put back is used', async () => {
  execFileSync('chown', ['-R', '0:0', folderOf(dataDir)])
  const { url } = await start(dataDir)
  expect(await answers(url)).toBe(true)
})

test('a data folder that cannot be written is named', async () => {
  const file = path.join(await newDataDir(), 'file')
  writeFileSync(file, '')
  expect(await refusalOf(start(file))).toContain(
    `The data folder ${file} cannot be used (EEXIST): set DATA_DIR`,
  )
  expect(await refusalOf(start(path.join(file, 'data')))).toContain('cannot be used (ENOTDIR): set DATA_DIR')
})

test.runIf(asRoot)('a data folder that the user of PostgreSQL cannot reach is named', async () => {
  const closed = await newDataDir()
  await chmod(closed, 0o700)
  const unreachable = path.join(closed, 'data')
  const refusal = await refusalOf(start(unreachable))
  expect(refusal).toContain(`The data folder ${unreachable} cannot be reached by the user`)
  expect(refusal).toContain(` ${serverUser(unreachable)!.name} `)
  expect(refusal).toContain(`closed at ${closed}`)
  expect(refusal).toContain('for example DATA_DIR=/var/lib/lisa, or set DATABASE_URL')
})
