import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { serverUser } from '../local/system-user'
import { root } from '../root'
import { freePort } from './free-port'
import { hasProgram } from './has-program'

const program = '/usr/sbin/pgbouncer'

export const hasPgBouncer = () => hasProgram(program, 'pgbouncer')

/** Starts PgBouncer for one test, with the configuration in docs/operations.md except for `mode`. */
export async function startPgBouncer(url: string, mode: string): Promise<string> {
  const { hostname, port, pathname, username, password, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  // Other users may not be allowed to enter the folder of a Unix socket.
  const user = serverUser(host.startsWith('/') ? host : '/none')
  const folder = await mkdtemp(path.join(tmpdir(), 'lisa-pgbouncer-'))
  await chmod(folder, 0o755)
  const documented =
    /```ini\n([^`]+)```/.exec(readFileSync(path.join(root, 'docs/operations.md'), 'utf8'))?.[1] ?? ''
  const own = await freePort()
  const login = `user=${username}${password && ` password=${decodeURIComponent(password)}`}`
  const file = path.join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `${documented
      .replace(
        /^lisa = .*$/m,
        `lisa = host=${host} port=${port || 5432} dbname=${pathname.slice(1)} ${login}`,
      )
      .replace(/^auth_.*\n/gm, '')
      .replace(/^pool_mode = .*$/m, `pool_mode = ${mode}`)}
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
`,
  )
  const child = spawn(program, [file], {
    ...(user && { uid: user.uid, gid: user.gid }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
    await rm(folder, { recursive: true })
  })
  let output = ''
  child.stderr.on('data', (chunk) => void (output += String(chunk)))
  while (!output.includes('process up')) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${output}`)
    await setTimeout(20)
  }
  return `postgres://lisa@127.0.0.1:${own}/lisa`
}
