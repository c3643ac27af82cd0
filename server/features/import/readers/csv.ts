import type { Found, Reader, Upload } from '../source'
import { columnsOf, rowsOf } from './csv-rows'
import { isDaylio } from './daylio'
import { dateIn, type DayOrder, orderIn, timeIn } from './found-dates'
import { LeftOut } from './left-out'
import { moodIn, MoodReadings, MoodScale } from './mood-names'
import { type Column, columnNamed, dateColumnOf, felt, textsOf, valueOf } from './named-values'
import { filesOf, type UploadedFile } from './upload-files'
import { hasWords } from './words'

export const csv: Reader = {
  source: 'CSV',

  recognises: async (upload) => {
    const [table] = tablesOf(upload)
    return table !== undefined && isJournal(await columnsOf(table))
  },

  async *read(upload, { timezone }) {
    for (const table of tablesOf(upload)) yield* foundIn(table, timezone)
  },
}

const tablesOf = (upload: Upload) => {
  const isTable =
    upload.kind === 'csv' || (upload.kind === 'text' && !/\.(?:md|markdown)$/i.test(upload.name ?? ''))
  return isTable ? filesOf(upload, /\.csv$/i) : []
}

const isJournal = (names: string[]) =>
  names.length > 1 && dateColumnOf(names.map(columnNamed)) >= 0 && !isDaylio(names)

async function* foundIn(table: UploadedFile, timezone: string): AsyncGenerator<Found> {
  const columns = (await columnsOf(table)).map(columnNamed)
  const { order, scale } = await conventionsOf(table, columns)
  const readings = new MoodReadings()
  const leftOut = new LeftOut()
  for await (const { line, cells } of rowsOf(table)) {
    const where = `line ${line}`
    const values = columns.map((column, index) => ({ ...column, value: cells[index] ?? '' }))
    const written = valueOf(values, 'date') || valueOf(values, 'creation')
    const found = dateIn(written, { timezone, order })
    if (!found || found === 'ambiguous') {
      yield { skipped: { where, reason: withoutDate(written, found) } }
      continue
    }
    const time = found.time ?? timeIn(valueOf(values, 'time'))
    const moodName = valueOf(values, 'mood')
    const mood = moodName ? readings.as(moodName, moodIn(moodName, scale)) : undefined
    const texts = textsOf(moodName && !mood ? [...values, felt(moodName)] : values, leftOut)
    if (!mood && !hasWords(texts)) leftOut.add('Lines without words or a mood', 1)
    else yield { entry: { where, date: found.date, ...(time && { time }), ...(mood && { mood }), texts } }
  }
  yield* readings.told()
  yield* leftOut.told('All lines')
}

/** How a table writes its dates and moods is told by all of its lines, so they are read twice. */
async function conventionsOf(table: UploadedFile, columns: Column[]) {
  const orders = new Set<DayOrder>()
  const scale = new MoodScale()
  const mood = columns.findIndex(({ role }) => role === 'mood')
  const date = dateColumnOf(columns)
  for await (const { cells } of rowsOf(table)) {
    const order = orderIn(cells[date] ?? '')
    if (order) orders.add(order)
    scale.see(cells[mood] ?? '')
  }
  const [order] = orders
  return { order: orders.size === 1 ? order : undefined, scale }
}

export function withoutDate(written: string, found: 'ambiguous' | undefined): string {
  if (!written) return 'It has no date.'
  return found
    ? `“${written}” can be read as two dates. Write the year first, as in 2024-12-31.`
    : `“${written}” is no date that can be read. Write it as in 2024-12-31.`
}
