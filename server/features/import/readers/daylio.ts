import { type Mood, moods } from '@shared/journal'
import type { Found, Reader, Upload } from '../source'
import { columnsOf, type Row, rowsOf } from './csv-rows'
import { dateIn, type FoundDate, timeIn } from './found-dates'
import { LeftOut } from './left-out'
import { MoodReadings, moodNamed } from './mood-names'
import { filesOf } from './upload-files'
import { textOf } from './html-text'
import { hasWords, titled, withLines } from './words'

/** The columns are named in English whatever language Daylio speaks. Until 2019 there was `year` instead of `full_date`. */
const always = ['date', 'weekday', 'time', 'mood', 'activities', 'note']

type DaylioEntry = FoundDate & { line: number; moodName: string; mood: Mood | undefined; cells: Cells }
type Cells = (column: string) => string

export const isDaylio = (columns: string[]) =>
  always.every((name) => columns.includes(name)) &&
  (columns.includes('full_date') || columns.includes('year'))

export const daylio: Reader = {
  source: 'Daylio',

  recognises: async (upload) => {
    const [table] = tablesOf(upload)
    return table !== undefined && isDaylio(await columnsOf(table))
  },

  async *read(upload) {
    const readings = new MoodReadings()
    const leftOut = new LeftOut()
    for (const table of tablesOf(upload)) {
      const columns = await columnsOf(table)
      let sameDay: DaylioEntry[] = []
      for await (const row of rowsOf(table)) {
        const entry = entryIn(row, columns, readings)
        if (!entry) {
          yield { skipped: { where: `line ${row.line}`, reason: 'It has no date that can be read.' } }
          continue
        }
        if (sameDay[0]?.date !== entry.date) {
          yield* foundOn(sameDay, leftOut)
          sameDay = []
        }
        sameDay.push(entry)
      }
      yield* foundOn(sameDay, leftOut)
    }
    yield* readings.told()
    yield* leftOut.told('All lines')
  },
}

const tablesOf = (upload: Upload) => (upload.kind === 'zip' ? [] : filesOf(upload, /\.csv$/i))

function entryIn({ line, cells }: Row, columns: string[], readings: MoodReadings): DaylioEntry | undefined {
  const cell: Cells = (column) => cells[columns.indexOf(column)] ?? ''
  const written = cell('full_date') || `${cell('date')} ${cell('year')}`
  // The days of Daylio are those of the phone.
  const found = dateIn(written, { timezone: 'UTC' })
  if (!found || found === 'ambiguous') return undefined
  const time = timeIn(cell('time'))
  const moodName = cell('mood')
  const mood = moodName ? readings.as(moodName, moodNamed(moodName)) : undefined
  return { date: found.date, ...(time && { time }), line, moodName, mood, cells: cell }
}

/**
 * The day has the average of its moods, as Daylio's own calendar. Where that hides one, each entry says its mood in words.
 * Daylio writes the newest entry first.
 */
function* foundOn(sameDay: DaylioEntry[], leftOut: LeftOut): Generator<Found> {
  const mood = averageOf(sameDay.flatMap((entry) => entry.mood ?? []))
  for (const entry of sameDay.toReversed()) {
    const { date, time, line, moodName, cells } = entry
    const words = titled(textOf(cells('note_title')), textOf(cells('note')))
    const texts = withLines(words ? { overallReflection: words } : {}, [
      [
        time && sameDay.length > 1 ? `Mood at ${time}` : 'Mood',
        sameDay.length > 1 || !entry.mood ? moodName : '',
      ],
      ['Activities', listed(cells('activities'))],
      ['Scales', listed(cells('scales'))],
    ])
    if (!mood && !hasWords(texts)) leftOut.add('Lines without words or a mood', 1)
    else yield { entry: { where: `line ${line}`, date, ...(time && { time }), ...(mood && { mood }), texts } }
  }
}

function averageOf(found: Mood[]): Mood | undefined {
  const sum = found.reduce((total, mood) => total + moods.indexOf(mood), 0)
  return found.length > 0 ? moods[Math.round(sum / found.length)] : undefined
}

const listed = (cell: string) => cell.split('|').map((part) => textOf(part).replace(/\s+/g, ' ').trim())
