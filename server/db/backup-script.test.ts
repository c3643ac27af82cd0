import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../root'
import { hasProgram } from '../test/has-program'
import { leftOut } from './backup/write-backup'

const folder = mkdtempSync(path.join(tmpdir(), 'lisa backup-script-test-'))
const dumps = path.join(folder, 'dumps')
const home = path.join(folder, 'home')
mkdirSync(home, { mode: 0o700 })
const programs = { PATH: `${folder}:${process.env.PATH}`, HOME: home, GNUPGHOME: home }
afterAll(() => {
  spawnSync('gpgconf', ['--kill', 'all'], { env: programs })
  rmSync(folder, { recursive: true })
})

/** In the place of PostgreSQL's programs, which this machine may not have. */
function addProgram(name: string, script: string) {
  writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(path.join(folder, name), 0o755)
}

const names = ['lisa-2026-11-19T030000Z.dump', 'lisa-2026-11-20T030000Z.dump', 'lisa-2026-11-21T030000Z.dump']
beforeEach(() => {
  addProgram('pg_dump', `echo "$@" > "${folder}/options"; echo every word of everybody`)
  addProgram('pg_restore', 'exit 0')
  rmSync(dumps, { recursive: true, force: true })
  mkdirSync(dumps)
  for (const name of names) writeFileSync(path.join(dumps, name), 'dump')
})

const backup = (settings: Record<string, string> = {}) =>
  spawnSync('sh', [path.join(root, 'server/db/backup.sh')], {
    encoding: 'utf8',
    env: { ...programs, BACKUP_DIR: dumps, ...settings },
  })

test('the newest dumps are kept, as many as BACKUPS_KEPT says, encrypted or not', () => {
  writeFileSync(path.join(dumps, 'lisa-2026-11-22T030000Z.dump.age'), 'dump')
  writeFileSync(path.join(dumps, 'notes'), 'not a dump')
  writeFileSync(path.join(dumps, 'lisa-before-upgrade.dump'), 'the dump of a person')
  const { status, stdout } = backup({ BACKUPS_KEPT: '3' })
  expect(status).toBe(0)
  expect(readdirSync(dumps)).toEqual([
    names[2],
    'lisa-2026-11-22T030000Z.dump.age',
    path.basename(stdout.trim()),
    'lisa-before-upgrade.dump',
    'notes',
  ])
  expect(readFileSync(stdout.trim(), 'utf8')).toBe('every word of everybody\n')
})

test('only its owner can read a dump', () => {
  const { stdout } = backup()
  expect(statSync(stdout.trim()).mode & 0o777).toBe(0o600)
})

test('a dump leaves out what an export of everything leaves out', () => {
  backup()
  const options = readFileSync(path.join(folder, 'options'), 'utf8')
  const tables = [...options.matchAll(/--exclude-table-data=public\.(\w+)/g)].map(([, table]) => table)
  expect(tables).toEqual(leftOut)
})

test('with BACKUP_METRICS node_exporter learns when the last good dump was made', () => {
  const metrics = path.join(folder, 'lisa.prom')
  const begun = Math.floor(Date.now() / 1_000)
  expect(backup({ BACKUP_METRICS: metrics }).status).toBe(0)
  const written = readFileSync(metrics, 'utf8')
  expect(
    Number(/^lisa_backup_last_success_timestamp_seconds (\d+)\n$/.exec(written)?.[1]),
  ).toBeGreaterThanOrEqual(begun)
  expect(statSync(metrics).mode & 0o777).toBe(0o644)
  writeFileSync(metrics, 'of the last good dump')
  addProgram('pg_restore', 'exit 1')
  expect(backup({ BACKUP_METRICS: metrics }).status).not.toBe(0)
  expect(readFileSync(metrics, 'utf8')).toBe('of the last good dump')
})

test.each([
  ['pg_dump fails', 'pg_dump', 'echo half of it; exit 1'],
  ['the shell around pg_dump is killed', 'pg_dump', 'echo half of it; kill -9 $PPID'],
  ['it cannot be read', 'pg_restore', 'exit 1'],
])('when %s no dump is left behind, the older ones stay, and the status says so', (_, name, script) => {
  addProgram(name, script)
  const { status, stdout } = backup({ BACKUPS_KEPT: '1' })
  expect([status === 0, stdout]).toEqual([false, ''])
  expect(readdirSync(dumps).filter((file) => !file.endsWith('.part'))).toEqual(names)
})

describe.runIf(hasProgram('pg_restore', 'postgresql-client'))('a dump of PostgreSQL 15', () => {
  // Made with `pg_dump --format=custom` of PostgreSQL 15, after `create table journal as
  // select 'Bread on day ' || n || ' ' || md5(n::text) as wins from generate_series(1, 120) n`.
  const whole = readFileSync(path.join(root, 'server/test/journal.dump'))
  const half = whole.subarray(0, whole.length / 2)
  const flipped = Buffer.from(whole)
  flipped.writeUInt8(whole.readUInt8(half.length) ^ 1, half.length)
  const backupOf = (dump: Buffer) => {
    rmSync(path.join(folder, 'pg_restore'))
    writeFileSync(path.join(folder, 'dump'), dump)
    addProgram('pg_dump', `cat '${folder}/dump'`)
    const { status } = backup()
    return [status, readdirSync(dumps).filter((file) => file.endsWith('.dump')).length - names.length]
  }

  test('is kept if all of it can be read', () => {
    expect(backupOf(whole)).toEqual([0, 1])
  })

  test.each([
    ['half of it', half],
    ['all of it but for one bit of its rows', flipped],
  ])('is refused if %s is there', (_, dump) => {
    expect(backupOf(dump)).toEqual([1, 0])
  })
})

test.each(['0', 'all', '-1'])('BACKUPS_KEPT=%s is refused, and no dump is deleted', (kept) => {
  const { status, stderr } = backup({ BACKUPS_KEPT: kept })
  expect(status).toBe(1)
  expect(stderr).toContain('BACKUPS_KEPT has to be a number from 1')
  expect(readdirSync(dumps)).toEqual(names)
})

const run = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: programs })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** Makes an encrypted dump and expects that it holds no word, and that `decrypt` gives all of them back. */
function expectEncrypted(recipient: string, suffix: string, decrypt: (file: string) => string) {
  const { status, stdout, stderr } = backup({ BACKUP_RECIPIENT: recipient })
  expect([status, stderr]).toEqual([0, ''])
  const file = stdout.trim()
  expect(file.endsWith(`.dump${suffix}`)).toBe(true)
  expect(readdirSync(dumps)).toEqual([...names, path.basename(file)])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'latin1')).not.toContain('every word')
  expect(decrypt(file)).toBe('every word of everybody\n')
  const restore = spawnSync('sh', [path.join(root, 'server/db/restore.sh'), file], { encoding: 'utf8' })
  expect([restore.status, restore.stderr]).toEqual([1, expect.stringContaining('Decrypt')])
}

describe.runIf(hasProgram('age'))('age', () => {
  test('a dump for a recipient of age can be read with its key only', () => {
    const key = path.join(folder, 'age.key')
    run('age-keygen', '-o', key)
    const recipient = run('age-keygen', '-y', key).trim()
    expectEncrypted(recipient, '.age', (file) => run('age', '--decrypt', '--identity', key, file))
  })
})

describe.runIf(hasProgram('gpg-agent', 'gnupg'))('gpg', () => {
  test('a dump for a key of gpg can be read with it only, be it a file or in the keyring', () => {
    run(
      'gpg',
      '--batch',
      '--passphrase',
      '',
      '--quick-generate-key',
      'backup@example.org',
      'default',
      'default',
    )
    const file = path.join(folder, 'key.asc')
    writeFileSync(file, run('gpg', '--armor', '--export', 'backup@example.org'))
    for (const recipient of [file, 'backup@example.org']) {
      expectEncrypted(recipient, '.gpg', (dump) => run('gpg', '--quiet', '--batch', '--decrypt', dump))
      rmSync(path.join(dumps, readdirSync(dumps).at(-1) ?? ''))
    }
  })

  test('a name that several keys have is refused: gpg would take the newest', () => {
    for (const name of ['keeper@example.org', 'former.keeper@example.org'])
      run('gpg', '--batch', '--passphrase', '', '--quick-generate-key', name, 'default', 'default')
    const { status, stderr } = backup({ BACKUP_RECIPIENT: 'keeper@example.org' })
    expect(status).toBe(1)
    expect(stderr).toContain('BACKUP_RECIPIENT names several keys')
    expect(readdirSync(dumps)).toEqual(names)
  })
})

test.each(['age1abc', '/no/such/key.asc', 'nobody@example.org'])(
  'where nothing can be encrypted to BACKUP_RECIPIENT=%s no dump is made',
  (recipient) => {
    const { status, stderr } = backup({ BACKUP_RECIPIENT: recipient })
    expect(status).toBe(1)
    expect(stderr).toContain('Nothing can be encrypted to BACKUP_RECIPIENT')
    expect(readdirSync(dumps)).toEqual(names)
  },
)
