import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runAs, type SystemUser, serverUser } from '../../server/local/system-user'

/** The user for programs that refuse to run as root. */
export const user: SystemUser | undefined = serverUser('/none')

export type Program = {
  kill(signal?: NodeJS.Signals): Promise<void>
  isRunning(): boolean
  /** Resolves with its exit code. */
  ended: Promise<number | null>
  output(): string
}

/** Starts a program as `user`, or as root if `asRoot`. */
export function startProgram(command: string, args: string[], { asRoot = false } = {}): Program {
  const options = asRoot ? {} : runAs(user)
  const child: ChildProcess = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    isRunning,
    ended,
    output: () => output,
    async kill(signal = 'SIGTERM') {
      if (isRunning()) child.kill(signal)
      await ended
    },
  }
}

/** A folder owned by `user`, for the time of a drill. */
export function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lisa-drill-'))
  chmodSync(folder, 0o755)
  return {
    folder,
    /** Creates a folder inside it. */
    make(name: string) {
      const made = path.join(folder, name)
      mkdirSync(made, { mode: 0o700, recursive: true })
      if (user) chownSync(made, user.uid, user.gid)
      return made
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }),
  }
}

/** Repeats `attempt` until it succeeds. */
export async function until(what: string, attempt: () => Promise<unknown>, limitMs = 60_000): Promise<void> {
  const begun = performance.now()
  for (;;)
    try {
      if (await attempt()) return
      throw new Error('not yet')
    } catch (error) {
      if (performance.now() - begun > limitMs) throw new Error(`${what} took too long`, { cause: error })
      await wait(100)
    }
}
