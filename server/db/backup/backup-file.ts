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

/** The last line, with the number of rows of each table. A file without it was cut off. */
export const backupEnd = z.object({ end: z.record(z.string(), z.int()) })

/** Rows are JSON written and read by PostgreSQL, not parsed here, so that numbers and texts stay exactly the same. */
export const rowsLine = (table: string, rows: string[]) => `{"table":"${table}","rows":[${rows.join(',')}]}\n`

export const tableOf = (line: string) => /^\{"table":"(\w+)","rows":\[/.exec(line)?.[1]

/** Splits at line feeds. Not `readline`, which also splits at a U+2028 within a text. */
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

/** Whether `error` comes from the file system and not from the connection to the database. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  const { syscall, path } = error as NodeJS.ErrnoException
  return syscall !== undefined && (path !== undefined || !isDatabaseAway(error))
}
