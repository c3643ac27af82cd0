import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { chmod, cp, lstat, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { StartupError } from '../startup-error'
import { temporaryDataDir } from '../test/data-dir'
import { asRoot, newDataDir, refusalOf, timeLimits } from '../test/local-postgres'
import { prepareData } from './postgres-folder'
import { installedPrograms, preparePrograms } from './postgres-programs'
import { serverUser } from './system-user'

vi.setConfig(timeLimits)

/** The programs as npm unpacks them, before a script of the package has made the links. */
let programs: string
beforeAll(async () => {
  const { folder, remove } = await temporaryDataDir()
  programs = path.join(folder, 'package/native')
  await mkdir(path.dirname(programs))
  await cp(path.join(installedPrograms(), '../package.json'), path.join(programs, '../package.json'))
  const filter = async (file: string) => !(await lstat(file)).isSymbolicLink()
  await cp(installedPrograms(), programs, { recursive: true, filter })
  return remove
})

test('a platform without programs is told to set DATABASE_URL', () => {
  expect(() => installedPrograms('plan9-mips')).toThrow(StartupError)
  expect(() => installedPrograms('plan9-mips')).toThrow('no PostgreSQL of its own for plan9-mips')
  expect(() => installedPrograms('plan9-mips')).toThrow('set DATABASE_URL')
})

test('links between libraries that npm did not make are made', async () => {
  const home = await newDataDir()
  const found = await preparePrograms(home, serverUser(home), programs)
  expect(found).toEqual({ bin: path.join(programs, 'bin'), major: '18' })
  expect(readdirSync(home)).toEqual([])
})

test.runIf(asRoot)('programs below a closed folder are copied beside the data, once', async () => {
  const home = await newDataDir()
  const user = serverUser(home)
  await chmod(path.dirname(programs), 0o700)
  const found = await preparePrograms(home, user, programs)
  expect(found.bin).toMatch(new RegExp(`^${home}/postgres-programs-18.*/bin$`))
  await prepareData(path.join(home, 'postgres'), found, user, true)

  const { ino } = statSync(found.bin)
  await preparePrograms(home, user, programs)
  expect(statSync(found.bin).ino).toBe(ino)
})

test('programs that do not run on this system are told so', async () => {
  writeFileSync(path.join(programs, 'bin/postgres'), '#!/bin/sh\necho no such libc >&2; exit 1')
  const home = await newDataDir()
  expect(await refusalOf(preparePrograms(home, serverUser(home), programs))).toContain(
    'does not run on this system (no such libc): set DATABASE_URL',
  )
  expect(readdirSync(home)).toEqual([])
})
