import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { AppError } from '../../../http/errors'
import { beginningOf, decodedText } from './decoded-text'
import type { UploadedFile } from './upload-files'

export type Row = { line: number; cells: string[] }

/** Longer than any row that a person writes; a quotation mark that is never closed would fill the memory. */
const longestRow = 5_000_000

const mostColumns = 200

const options = {
  bom: true,
  max_record_size: longestRow,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
}

/** The names of the columns: the first line. */
export async function columnsOf(file: UploadedFile): Promise<string[]> {
  const line = await firstLineOf(file)
  try {
    const [columns = []] = parseAtOnce(line, { ...options, delimiter: separatorIn(line) })
    return columns
  } catch {
    return []
  }
}

/**
 * The rows under the first line, one at a time. Throws a 400 where the file is no table any more. A row with too many cells
 * has its separator within the last one, which was not quoted.
 */
export async function* rowsOf(file: UploadedFile): AsyncGenerator<Row> {
  const delimiter = separatorIn(await firstLineOf(file))
  const text = Readable.from(decodedText(await file.read()))
  const parser = parse({ ...options, delimiter, info: true })
  text.on('error', (error) => parser.destroy(error)).pipe(parser)
  const records = parser as AsyncIterable<{ record: string[]; info: { lines: number } }>
  let line = 1
  let last = -1
  try {
    for await (const { record, info } of records) {
      if (last < 0) {
        if (record.length > mostColumns)
          throw new AppError(400, `The table has more than ${mostColumns} columns.`)
        last = record.length - 1
      } else {
        const rest = record.slice(last + 1).filter(Boolean)
        const cells = record.slice(0, last + 1)
        yield {
          line,
          cells: rest.length > 0 ? cells.with(last, [cells[last], ...rest].join(`${delimiter} `)) : cells,
        }
      }
      line = info.lines + 1
    }
  } catch (error) {
    if (error instanceof CsvError) throw new AppError(400, unreadable(line))
    throw error
  } finally {
    text.destroy()
  }
}

async function firstLineOf(file: UploadedFile): Promise<string> {
  const [line = ''] = (await beginningOf(await file.read())).trimStart().split(/\r\n|\n|\r/)
  return line
}

const unreadable = (line: number) =>
  `The table cannot be read from line ${line} on. Look for a quotation mark there that is never closed.`

function separatorIn(line: string): string {
  const counts = [',', ';', '\t'].map((separator) => ({ separator, count: line.split(separator).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).separator
}
