import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

export { temporaryDataDir } from '../server/test/data-dir'
export { freePort } from '../server/test/free-port'

const root = path.join(import.meta.dirname, '..')

export type RunningApp = {
  url: string
  output: () => string
  signal(name: NodeJS.Signals): Promise<void>
}

/** Runs `npm start` as a person would, and resolves once it has printed its address. */
export async function startApp(
  dataDir: string,
  port: number,
  env: Record<string, string> = {},
): Promise<RunningApp> {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: '', PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that a signal reaches npm and the app alike, as Ctrl-C in a terminal does.
    detached: true,
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += String(chunk)
      const address = /^Lisa is ready at (\S+)$/m.exec(output)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)))
  })
  return { url, output: () => output, signal: (name) => signalGroup(child, name) }
}

/** npm may go before the app has finished what is under way: all of the group must be gone. */
async function signalGroup(child: ChildProcess, name: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || !isAlive(child.pid)) return
  process.kill(-child.pid, name)
  while (isAlive(child.pid)) await setTimeout(20)
}

function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}
