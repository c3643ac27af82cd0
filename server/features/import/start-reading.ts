import { spawn } from 'node:child_process'
import path from 'node:path'
import { AppError, RetryLaterError } from '../../http/errors'
import type { Log } from '../../log'
import { root } from '../../root'
import type { UploadReader } from './read-upload'
import type { Answer, Call } from './upload-process'

/** What the server needs the processor for goes first. */
const niceness = 10

const isBuilt = import.meta.filename.endsWith('.js')
const defaults = {
  processorSeconds: 60,
  // The machine may be busy, and each batch waits for the database.
  minutes: 10,
  heapMiB: 256,
  program: isBuilt
    ? [path.join(root, 'dist/server/upload-process.js')]
    : ['--import', 'tsx', path.join(import.meta.dirname, 'upload-process.ts')],
}

/** Calls the functions of an {@link UploadReader} in that process. */
export type Reading = {
  call<Name extends keyof UploadReader>(
    name: Name,
    ...args: Parameters<UploadReader[Name]>
  ): Promise<Awaited<ReturnType<UploadReader[Name]>>>
  end(): void
}

/**
 * Starts what reads one upload: a process of its own, since a file may be made to take any time and memory. After a minute of
 * processor time or ten of any time, or with more than 256 MiB of heap, it ends, and the call under way throws a 400. A worker
 * thread would not do: V8 that runs out of memory within one built-in function ends the whole process, whatever limits the
 * thread has.
 */
export function startReading(log: Log, options: Partial<typeof defaults> = {}): Reading {
  const { processorSeconds, minutes, heapMiB, program } = { ...defaults, ...options }
  // At the soft limit the system sends SIGXCPU, as we do below, and nobody else does; SIGKILL, at the hard one, others may send too.
  const limited = `ulimit -S -t ${processorSeconds}; ulimit -H -t ${processorSeconds + 2}; ulimit -c 0; exec nice -n ${niceness} "$0" "$@"`
  const child = spawn(
    '/bin/sh',
    ['-c', limited, process.execPath, `--max-old-space-size=${heapMiB}`, ...program],
    {
      cwd: root,
      // None of the server's secrets. A time without an offset is read as UTC.
      env: { TZ: 'UTC' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  )
  let written = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (written = (written + text).slice(-10_000)))

  const tooLong = setTimeout(() => child.kill('SIGXCPU'), minutes * 60_000).unref()

  let isOver = false
  const ended = new Promise<never>((_, reject) => {
    child.on('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(tooLong)
      if (isOver) return reject(cancelled())
      log.warn({ code, signal }, 'The reading of an upload has ended before its time')
      if (limitSignals.includes(signal ?? '')) reject(tooMuch())
      else if (signal) reject(interrupted())
      else reject(new Error(`The reading of an upload ended with ${code}: ${written}`))
    })
  })
  // It may end when no call is under way.
  ended.catch(() => {})

  return {
    async call(name, ...args) {
      const answered = new Promise<Answer>((resolve) => child.once('message', resolve))
      // Where the process could not be started, or has ended, `ended` says why.
      if (child.connected) child.send({ name, args } satisfies Call, () => {})
      const answer = await Promise.race([answered, ended])
      if ('refusal' in answer) throw new AppError(answer.refusal.status, answer.refusal.message)
      if ('fault' in answer) throw answer.fault
      return answer.value as never
    },
    end() {
      isOver = true
      child.kill('SIGKILL')
    },
  }
}

/** Of the limit of processor time, and of V8 where it has no memory left. */
const limitSignals = ['SIGXCPU', 'SIGABRT', 'SIGTRAP', 'SIGILL']

export const cancelled = () => new AppError(400, 'The request was cancelled')
const interrupted = () =>
  new RetryLaterError(503, 'The reading of your file was interrupted. Please try again in a minute.', 60)
const tooMuch = () => new AppError(400, 'There is too much in this file to read')
