import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { runAs, type SystemUser } from './system-user'

/**
 * Starts a watcher in the background, then replaces the shell with the server. The watcher sends SIGINT (fast shutdown) when
 * the pipe from this process closes without a message, so the server stops even if this process is killed.
 */
const launchScript = `
  ( { trap '' HUP INT TERM; read -r _ <&3 || kill -INT $$; } >/dev/null 2>&1 & )
  exec "$@" 3<&-
`

export function launch(command: string[], user: SystemUser | undefined, log: (line: string) => void) {
  // Detached, so that Ctrl-C does not reach the server: the app still needs it while it shuts down.
  const child = spawn('/bin/sh', ['-c', launchScript, 'sh', ...command], {
    ...runAs(user),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const stderr = child.stderr as Readable as Socket
  const watchedPipe = child.stdio[3] as Socket
  let lastMessage = ''
  let ended = false
  let isStopping = false
  createInterface({ input: stderr }).on('line', (line) => {
    lastMessage = /^(FATAL|PANIC|postgres|sh):/.test(line) ? line : lastMessage || line
    log(line)
  })
  watchedPipe.on('error', () => {}).resume()
  /** Resolves with the signal or exit code if PostgreSQL ends without being stopped. */
  const crashed = new Promise<string>((resolve) =>
    child.once('exit', (code, signal) => {
      // Tells the watcher to exit without sending a signal: the pid may belong to another program by now.
      watchedPipe.end('ended\n')
      if (!isStopping) resolve(signal ?? `exit code ${code}`)
    }),
  )
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      ended = true
      resolve()
    }
    child.once('close', end).once('error', (error) => {
      lastMessage = error.message
      end()
    })
  })

  // The server must not keep this process alive.
  const handles = [child, stderr, watchedPipe]
  for (const handle of handles) handle.unref()

  return {
    pid: child.pid,
    ended: () => ended,
    exited,
    crashed,
    lastMessage: () => lastMessage,
    stop: () => {
      isStopping = true
      for (const handle of handles) handle.ref()
      child.kill('SIGINT')
      return exited
    },
  }
}
