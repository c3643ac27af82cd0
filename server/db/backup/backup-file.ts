import { z } from 'zod'
import { isDatabaseAway } from '../outage'

// The lines of a backup (docs/backup-format.md).

export const formatVersion = 1

/** `schema` is the `when` of the newest migration in migrations/meta/_journal.json. */
export const backupHead = z.object({
  format: z.literal('lisa-backup'),
  version: z.int(),
  schema: z.int(),
  createdAt: z.iso.datetime(),
})

/** How many rows of each table there are: a file without this line was cut off. */
export const backupEnd = z.object({ end: z.record(z.string(), z.int()) })

/** Rows are JSON of PostgreSQL, and read by it: numbers keep every digit, texts every character. */
export const rowsLine = (table: string, rows: string[]) => `{"table":"${table}","rows":[${rows.join(',')}]}\n`

export const tableOf = (line: string) => /^\{"table":"(\w+)","rows":\[/.exec(line)?.[1]

/** Not by `readline`, for which U+2028 within a text ends a line too. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString()
      begun = []
      from = end + 1
    }
    begun.push(chunk.subarray(from))
  }
  if (begun.some(({ length }) => length)) yield Buffer.concat(begun).toString()
}

/** Whether `error` is of the disk, and not of the connection to the database. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  const { syscall, path } = error as NodeJS.ErrnoException
  return syscall !== undefined && (path !== undefined || !isDatabaseAway(error))
}
