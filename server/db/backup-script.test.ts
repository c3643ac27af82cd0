import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { root } from '../root'

const folder = mkdtempSync(path.join(tmpdir(), 'lisa backup-script-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
for (const name of ['pg_dump', 'pg_restore']) {
  const program = path.join(folder, name)
  writeFileSync(
    program,
    '#!/bin/sh\nfor arg; do case $arg in --file=*) echo dump > "${arg#--file=}" ;; esac; done\n',
  )
  chmodSync(program, 0o755)
}
const dumps = path.join(folder, 'dumps')
const names = ['lisa-2026-11-19T030000Z.dump', 'lisa-2026-11-20T030000Z.dump', 'lisa-2026-11-21T030000Z.dump']
beforeEach(() => {
  rmSync(dumps, { recursive: true, force: true })
  mkdirSync(dumps)
  for (const name of names) writeFileSync(path.join(dumps, name), 'dump')
})

const backup = (kept: string) =>
  spawnSync('sh', [path.join(root, 'server/db/backup.sh')], {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env.PATH}`, BACKUP_DIR: dumps, BACKUPS_KEPT: kept },
  })

test('the newest dumps are kept, as many as BACKUPS_KEPT says', () => {
  const { status, stdout } = backup('2')
  expect(status).toBe(0)
  expect(readdirSync(dumps).map((name) => path.join(dumps, name))).toEqual([
    path.join(dumps, names[2] ?? ''),
    stdout.trim(),
  ])
})

test('only its owner can read a dump', () => {
  const { stdout } = backup('14')
  expect(statSync(stdout.trim()).mode & 0o777).toBe(0o600)
})

test.each(['0', 'all', '-1'])('BACKUPS_KEPT=%s is refused, and no dump is deleted', (kept) => {
  const { status, stderr } = backup(kept)
  expect(status).toBe(1)
  expect(stderr).toContain('BACKUPS_KEPT has to be a number from 1')
  expect(readdirSync(dumps)).toEqual(names)
})
