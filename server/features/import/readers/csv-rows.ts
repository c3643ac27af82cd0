import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '../../../http/errors'
import { beginningOf, decodedText } from './decoded-text'
import type { UploadedFile } from './upload-files'

export type Row = { line: number; cells: string[] }

/** Longer than any row that a person writes; a quotation mark that is never closed would fill the memory. */
const longestRow = 5_000_000

/** The names of the columns: the first line. */
export async function columnsOf(file: UploadedFile): Promise<string[]> {
  const [first = ''] = (await beginningOf(await file.read()))
    .replace(/^\ufeff/, '')
    .trimStart()
    .split(/\r\n|\n|\r/)
  const separator = separatorIn(first)
  return first.split(separator).map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
}

/** The rows under the first line, one at a time. Throws a 400 where the file is no table any more. */
export async function* rowsOf(file: UploadedFile): AsyncGenerator<Row> {
  const [first = ''] = (await beginningOf(await file.read())).trimStart().split(/\r\n|\n|\r/)
  const parser = parse({
    bom: true,
    delimiter: separatorIn(first),
    info: true,
    max_record_size: longestRow,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  })
  const text = Readable.from(decodedText(await file.read()))
  text.on('error', (error) => parser.destroy(error)).pipe(parser)
  let begins = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      if (begins > 1) yield { line: begins, cells: record }
      begins = info.lines + 1
    }
  } catch (error) {
    if (error instanceof CsvError) throw new AppError(400, unreadable(begins))
    throw error
  } finally {
    text.destroy()
  }
}

const unreadable = (line: number) =>
  `The table cannot be read from line ${line} on. Look for a quotation mark there that is never closed.`

function separatorIn(line: string): string {
  const counts = [',', ';', '\t'].map((separator) => ({ separator, count: line.split(separator).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).separator
}
