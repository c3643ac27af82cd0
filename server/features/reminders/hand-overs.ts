import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * The hand-over logs of the processes on this machine, which tell the reminders that a killed process had not sent yet.
 * A process notes each hand-over with a single write, in the same step that sends the last byte of the message: the kernel
 * keeps that line even if the process is killed right after, and there is no database to wait for.
 *
 * A missing line is proof only on the same disk and since the same start of the machine. So a log begins with the id of
 * that start; a log of another start, or one that cannot be read, proves nothing.
 */
export type HandOvers = {
  /** The log to write to now; undefined while none can be written. */
  log(): HandOverLog | undefined
  /** The ids of the logs on this machine, of running and of dead processes. */
  ids(): Promise<string[]>
  /** Those of `handOvers` that are noted in a log; undefined if the log proves nothing. */
  notedIn(id: string, handOvers: string[]): Promise<Set<string> | undefined>
}

type HandOverLog = { id: string; note(handOver: string): void }

/** Identifies one attempt to send a delivery. */
export const handOverOf = ({ id, attempts }: { id: string; attempts: number }) => `${id} ${attempts}`

/** How long to wait for the next log after an error. */
const retryMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000
const keptMs = 2 * dayMs
const suffix = '.log'
const logName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.log$/

/** Keeps the logs in `folder`, which is created with the first one. `warn` gets the errors of writing them. */
export function keepHandOvers(
  folder: string,
  warn: (error: unknown) => void,
  start = machineStart(),
): HandOvers {
  const fileOf = (id: string) => path.join(folder, id + suffix)
  const names = async () => (await readdir(folder).catch(() => [])).filter((name) => logName.test(name))
  // A new log each day limits their size. Sends in progress may still write to the one before.
  const logs: { log?: HandOverLog; fd?: number; renewAt: number; provesNothing?: boolean }[] = []

  function begin() {
    const id = randomUUID()
    const opened: (typeof logs)[number] = { renewAt: performance.now() + dayMs }
    logs.unshift(opened)
    for (const { fd } of logs.splice(2)) if (fd !== undefined) closeSync(fd)
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const fd = (opened.fd = openSync(fileOf(id), 'ax', 0o600))
      writeAll(fd, `${headOf(start ?? '', fstatSync(fd))}\n`)
      opened.log = { id, note: (handOver) => note(opened, fd, handOver) }
    } catch (error) {
      opened.renewAt = performance.now() + retryMs
      warn(error)
    }
    void removeOld()
  }

  function note(opened: (typeof logs)[number], fd: number, handOver: string) {
    if (opened.provesNothing) return
    if (!opened.log) throw new Error('The hand-over log cannot be written')
    try {
      // The first newline ends a line that was written in part only.
      writeAll(fd, `\n${handOver}\n`)
    } catch (error) {
      opened.log = undefined
      opened.renewAt = performance.now() + retryMs
      warn(error)
      // Empty the log, so that its missing lines no longer prove anything.
      ftruncateSync(fd, 0)
      opened.provesNothing = true
    }
  }

  async function removeOld() {
    for (const name of await names()) {
      const file = path.join(folder, name)
      const lastWritten = await stat(file).catch(() => undefined)
      if (lastWritten && Date.now() - lastWritten.mtimeMs > keptMs)
        await rm(file, { force: true }).catch(warn)
    }
  }

  return {
    log() {
      if (!start) return undefined
      if (!logs[0] || performance.now() > logs[0].renewAt) begin()
      return logs[0]?.log
    },
    ids: async () => (await names()).map((name) => name.slice(0, -suffix.length)),
    async notedIn(id, handOvers) {
      const file = await open(fileOf(id)).catch(() => undefined)
      if (!file || !start) return undefined
      try {
        return await linesUnder(headOf(start, await file.stat()), file, new Set(handOvers))
      } catch {
        return undefined
      } finally {
        await file.close()
      }
    },
  }
}

/** Reads line by line, so that a large log does not block the event loop. */
async function linesUnder(head: string, file: FileHandle, wanted: Set<string>) {
  const found = new Set<string>()
  let first: string | undefined
  for await (const line of file.readLines()) {
    first ??= line
    if (first !== head) return undefined
    if (wanted.has(line)) found.add(line)
  }
  return first === undefined ? undefined : found
}

/** Device and inode tell a log from a copy, which may lack its last lines. */
const headOf = (start: string, { dev, ino }: { dev: number; ino: number }) => `${start} ${dev}:${ino}`

function writeAll(fd: number, text: string) {
  const bytes = Buffer.from(text)
  if (writeSync(fd, bytes) < bytes.length) throw new Error('The disk is full')
}

/** The boot id, new at each start of the machine; undefined on other systems than Linux. */
function machineStart(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}
