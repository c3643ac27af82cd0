import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { type DestinationStream, pino, stdSerializers } from 'pino'
import SonicBoom from 'sonic-boom'

export type Log = ReturnType<typeof createLog>

/** `base` is in every line. */
export function createLog(
  level: string,
  destination?: DestinationStream,
  base: Record<string, string> | null = null,
) {
  // pino would call flushSync of the destination at a fatal line, which does not end while nothing can be written.
  const stream = destination && { write: (line: string) => void destination.write(line) }
  return pino({ level, base, serializers: { err: serializeError } }, stream)
}

/** So many bytes of the log wait while it cannot be written; the lines after them are lost. */
const longestBacklog = 1_000_000

/**
 * Where the log goes, standard output by default. It never holds Lisa up: while its disk is full or its reader stands
 * still, lines wait and then are lost, each with an event `drop`.
 */
export function logOutput(fd: number = process.stdout.fd): SonicBoom {
  // Asking for process.stdout has made a pipe non-blocking: a thread that waits in a write keeps a process from ending.
  const output = new SonicBoom({ fd, sync: false, minLength: 1, maxLength: longestBacklog })
  // The next line, even one that is lost, tries to write again what could not be written.
  return output.on('error', () => {}).on('drop', () => output.flush())
}

/** Logs how many lines were lost, once there is room again. */
export function logLostLines(log: Log, output: SonicBoom): void {
  let lines = 0
  output.on('drop', () => lines++)
  output.on('drain', () => {
    if (lines) log.warn({ lines }, 'Lines of this log were lost')
    lines = 0
  })
}

const lastLogged = new WeakMap<Log, Map<string, number>>()

/** Logs this message at most once a second. */
export function logSeldom(log: Log, message: string, fields: object): void {
  const times = lastLogged.get(log) ?? new Map<string, number>()
  lastLogged.set(log, times)
  const now = performance.now()
  if (now - (times.get(message) ?? -Infinity) < 1_000) return
  times.set(message, now)
  log.error(fields, message)
}

/**
 * An error as it may be logged. The message of a failed statement holds its parameters, and PostgreSQL's `detail` the
 * row: both may be words of a journal, so of those errors only code and place are kept.
 */
function serializeError(error: Error): object {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (cause instanceof pg.DatabaseError)
    return {
      type: 'DatabaseError',
      code: cause.code,
      constraint: cause.constraint,
      table: cause.table,
      routine: cause.routine,
    }
  if (error instanceof DrizzleQueryError)
    return { type: 'DatabaseError', code: (cause as { code?: string })?.code, message: cause?.message }
  const { type, message, stack, code } = stdSerializers.err(error) as Record<string, unknown>
  return { type, message, stack, ...(code ? { code } : {}) }
}
