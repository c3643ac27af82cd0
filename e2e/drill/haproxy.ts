import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { freePort } from '../app'
import { installPackages } from './packages'
import { startProgram, until } from './programs'

type Backend = {
  mode: 'http' | 'tcp'
  ports: number[]
  /** The path of the health check, which answers 200 on servers that get requests; `checkPorts` if it has other ports. */
  check: string
  checkPorts?: number[]
}

/** Starts HAProxy from the Debian package. It checks each server every half second. */
export async function startHaproxy(folder: string, { mode, ports, check, checkPorts = ports }: Backend) {
  installPackages('haproxy')
  const port = await freePort()
  const servers = ports.map(
    (each, n) =>
      `  server s${n} 127.0.0.1:${each} check port ${checkPorts[n]} inter 500ms fall 1 rise 1 ${
        mode === 'tcp' ? 'on-marked-down shutdown-sessions' : ''
      }`,
  )
  const file = path.join(folder, `haproxy-${port}.cfg`)
  writeFileSync(
    file,
    `defaults
  mode ${mode}
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  option redispatch
  retries 2
listen lisa
  bind 127.0.0.1:${port}
  option httpchk GET ${check}
${servers.join('\n')}
`,
  )
  const program = startProgram('haproxy', ['-db', '-f', file], { asRoot: true })
  await until('Starting HAProxy', () => {
    if (!program.isRunning()) throw new Error(program.output())
    return canConnect(port)
  })
  return { port, url: `http://127.0.0.1:${port}`, stop: () => program.kill() }
}

const canConnect = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
