import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { runAs, type SystemUser } from './system-user'

/**
 * The shell becomes the server; beforehand it leaves a watcher behind, who tells the server to stop (SIGINT, a fast
 * shutdown) when the pipe from this process closes without a word, however this process came to its end.
 */
const underWatch = `
  ( { trap '' HUP INT TERM; read -r _ <&3 || kill -INT $$; } >/dev/null 2>&1 & )
  exec "$@" 3<&-
`

export function launch(command: string[], user: SystemUser | undefined, log: (line: string) => void) {
  // Detached: in a process group of its own, so that Ctrl-C reaches only the app, which still needs its database then.
  const child = spawn('/bin/sh', ['-c', underWatch, 'sh', ...command], {
    ...runAs(user),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const stderr = child.stderr as Readable as Socket
  const lifeline = child.stdio[3] as Socket
  let lastWords = ''
  let ended = false
  let stopped = false
  createInterface({ input: stderr }).on('line', (line) => {
    lastWords = /^(FATAL|PANIC|postgres|sh):/.test(line) ? line : lastWords || line
    log(line)
  })
  lifeline.on('error', () => {}).resume()
  child.once('exit', (code, signal) => {
    // With a word: the watcher goes without signalling a pid that may be another program's by now.
    lifeline.end('ended\n')
    if (!stopped) log(`PostgreSQL ended by itself (${signal ?? `exit code ${code}`})`)
  })
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      ended = true
      resolve()
    }
    child.once('close', end).once('error', (error) => {
      lastWords = error.message
      end()
    })
  })

  // The server alone does not keep this process alive.
  const handles = [child, stderr, lifeline]
  for (const handle of handles) handle.unref()

  return {
    pid: child.pid,
    ended: () => ended,
    gone,
    lastWords: () => lastWords,
    stop: () => {
      stopped = true
      for (const handle of handles) handle.ref()
      child.kill('SIGINT')
      return gone
    },
  }
}
