import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartupError } from '../startup-error'

export type SystemUser = { uid: number; gid: number; name: string }

/**
 * PostgreSQL refuses to run as root. Then it runs as the one whose data it already is, else as `postgres`, else as
 * `nobody`; undefined means as whoever started Lisa.
 */
export function serverUser(dataFolder: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(dataFolder, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: nameOf(owner.uid) }
  const passwd = readFileSync('/etc/passwd', 'utf8')
  for (const name of ['postgres', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(passwd) ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid), name }
  }
  throw new StartupError(
    'PostgreSQL cannot run as root and this system has no user postgres or nobody: start Lisa as an ordinary user, or set DATABASE_URL to the address of a PostgreSQL server.',
  )
}

/** How to start a program as `user`. Variables such as PGPORT or LC_ALL of the shell must not reach PostgreSQL. */
export const runAs = (user: SystemUser | undefined) => ({
  ...(user && { uid: user.uid, gid: user.gid }),
  cwd: '/',
  env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
})

/** The first folder on the way to `folder` that `user` may not enter. */
export function blockedAt(folder: string, user: SystemUser): string | undefined {
  const way = [folder]
  while (way[0] && path.dirname(way[0]) !== way[0]) way.unshift(path.dirname(way[0]))
  const enterAll = 'for folder; do cd "$folder" || { printf %s "$folder"; exit; }; done'
  const { stdout } = spawnSync('/bin/sh', ['-c', enterAll, 'sh', ...way], {
    ...runAs(user),
    encoding: 'utf8',
  })
  return stdout || undefined
}

function nameOf(uid: number): string {
  const [, name] = new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return name ?? `with the id ${uid}`
}
