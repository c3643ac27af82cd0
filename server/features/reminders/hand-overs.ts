import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * What this machine remembers of what its processes handed over, so that of a killed one it can be told which reminders
 * had not left yet. A process notes each one in its log with a single write in the very step that lets the last byte go:
 * the kernel keeps that line though the process is killed right after, and no answer of a database has to be waited for.
 *
 * The absence of a line proves something only on the disk and since the start of the machine under which it would have
 * been written: so a log begins with the id of that start, and one of another start, or that cannot be read, proves nothing.
 */
export type HandOvers = {
  /** Where to note from now on; undefined while nothing can be noted. */
  log(): HandOverLog | undefined
  /** The logs there are on this machine, of living and of dead processes. */
  ids(): Promise<string[]>
  /** Which of these were noted in a log; undefined if it proves nothing. */
  notedIn(id: string, handOvers: string[]): Promise<Set<string> | undefined>
}

type HandOverLog = { id: string; note(handOver: string): void }

/** One try to send one delivery. */
export const handOverOf = ({ id, attempts }: { id: string; attempts: number }) => `${id} ${attempts}`

/** After a fault. */
const againMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000
const keptMs = 2 * dayMs
const suffix = '.log'
const logName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.log$/

/** Keeps the logs in `folder`, which is made when the first one is needed. `warn` hears why nothing can be noted. */
export function keepHandOvers(
  folder: string,
  warn: (error: unknown) => void,
  start = machineStart(),
): HandOvers {
  const fileOf = (id: string) => path.join(folder, id + suffix)
  const names = async () => (await readdir(folder).catch(() => [])).filter((name) => logName.test(name))
  // A new log each day, or they would grow for ever. What is under way may still be noted in the one before.
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
      opened.renewAt = performance.now() + againMs
      warn(error)
    }
    void removeOld()
  }

  function note(opened: (typeof logs)[number], fd: number, handOver: string) {
    if (opened.provesNothing) return
    if (!opened.log) throw new Error('What leaves cannot be noted')
    try {
      // The line before may be there in part only.
      writeAll(fd, `\n${handOver}\n`)
    } catch (error) {
      opened.log = undefined
      opened.renewAt = performance.now() + againMs
      warn(error)
      // What is not noted may leave only if the log proves nothing any more.
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

/** Line by line: a day's log of a large server would hold up everything else. */
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

/** A copy of a log may be older than the log: it is another file. */
const headOf = (start: string, { dev, ino }: { dev: number; ino: number }) => `${start} ${dev}:${ino}`

function writeAll(fd: number, text: string) {
  const bytes = Buffer.from(text)
  if (writeSync(fd, bytes) < bytes.length) throw new Error('The disk is full')
}

/** Another one after each start of the machine; undefined where the system does not tell, which is all but Linux. */
function machineStart(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}
