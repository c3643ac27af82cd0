import { spawnSync } from 'node:child_process'

/** Whether `program` is installed, or passes the `check`, a line of shell in which it is `$0`. If not, CI installs the Debian package as root; other machines are not changed by a test. */
export function hasProgram(program: string, debianPackage = program, check = 'command -v "$0"'): boolean {
  const isThere = () => spawnSync('sh', ['-c', check, program]).status === 0
  if (!isThere() && process.env.CI && process.getuid?.() === 0)
    for (const args of [['update'], ['install', '--yes', '--no-install-recommends', debianPackage]])
      spawnSync('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  const found = isThere()
  if (!found)
    console.log(`Not tested, because ${debianPackage} is not installed (apt-get install ${debianPackage})`)
  return found
}
