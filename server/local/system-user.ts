import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartupError } from '../startup-error'

export type SystemUser = { uid: number; gid: number; name: string }

/**
 * PostgreSQL refuses to run as root. As root, use the owner of existing data, else `postgres`, else `nobody`; undefined
 * means the current user.
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

/** Spawn options to run a program as `user`. PGPORT, LC_ALL and the like must not reach PostgreSQL. */
export const runAs = (user: SystemUser | undefined) => ({
  ...(user && { uid: user.uid, gid: user.gid }),
  cwd: '/',
  env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
})

/** The first ancestor of `folder` that `user` may not enter. */
export function blockedAt(folder: string, user: SystemUser): string | undefined {
  const ancestors = [folder]
  while (ancestors[0] && path.dirname(ancestors[0]) !== ancestors[0])
    ancestors.unshift(path.dirname(ancestors[0]))
  const enterAll = 'for folder; do cd "$folder" || { printf %s "$folder"; exit; }; done'
  const { stdout } = spawnSync('/bin/sh', ['-c', enterAll, 'sh', ...ancestors], {
    ...runAs(user),
    encoding: 'utf8',
  })
  return stdout || undefined
}

function nameOf(uid: number): string {
  const [, name] = new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return name ?? `with the id ${uid}`
}
