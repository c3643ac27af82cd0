import * as z from 'zod'
import { type Mood, moods } from '@shared/journal'
import { jsonItems } from '../json-items'
import type { Found, LeftOutItem, Reader, Upload } from '../source'
import { columnsOf, type Row, rowsOf } from './csv-rows'
import { dateIn, type FoundDate, timeIn } from './found-dates'
import { LeftOut } from './left-out'
import { MoodReadings, moodNamed } from './mood-names'
import { filesOf, type UploadedFile } from './upload-files'
import { textOf } from '../../../html/html-text'
import { hasWords, titled, withLines } from './words'

/** The columns are named in English whatever language Daylio speaks. Until 2019 there was `year` instead of `full_date`. */
const always = ['date', 'weekday', 'time', 'mood', 'activities', 'note']

type DaylioEntry = FoundDate & {
  where: string
  moodName: string
  mood: Mood | undefined
  title: string
  note: string
  activities: string[]
  scales: string[]
}

export const isDaylio = (columns: string[]) =>
  always.every((name) => columns.includes(name)) &&
  (columns.includes('full_date') || columns.includes('year'))

export const daylio: Reader = {
  source: 'Daylio',

  recognises: async (upload) => {
    if (backupIn(upload)) return true
    const [table] = tablesOf(upload)
    return table !== undefined && isDaylio(await columnsOf(table))
  },

  async *read(upload) {
    const context = { readings: new MoodReadings(), leftOut: new LeftOut() }
    const backup = backupIn(upload)
    const entries = backup ? entriesOfBackup(backup, context) : entriesOfTables(upload, context)
    let sameDay: DaylioEntry[] = []
    for await (const entry of entries) {
      if ('skipped' in entry) {
        yield entry
        continue
      }
      if (sameDay[0]?.date !== entry.date) {
        yield* foundOn(sameDay, context.leftOut)
        sameDay = []
      }
      sameDay.push(entry)
    }
    yield* foundOn(sameDay, context.leftOut)
    yield* context.readings.told()
    yield* context.leftOut.told('All entries')
  },

  // Photos and recordings, which the entries count.
  repeats: (name) => /(?:^|\/)assets\/(?:[^/]+\/)*[0-9a-f]+$/.test(name),
}

type Context = { readings: MoodReadings; leftOut: LeftOut }

const withoutDate = (where: string): LeftOutItem => ({
  skipped: { where, reason: 'It has no date that can be read.' },
})

const backupIn = (upload: Upload) =>
  upload.kind === 'zip' ? filesOf(upload, /(?:^|\/)backup\.daylio$/)[0] : undefined

const integer = z.int().catch(0)
const text = z.string().catch('')

const backupMood = z.object({
  id: z.int(),
  custom_name: text,
  predefined_name_id: integer,
  mood_group_id: z.int().min(1).max(moods.length),
})
const backupTag = z.object({ id: z.int(), name: z.string() })
const backupEntry = z.object({
  year: z.int(),
  /** From 0. */
  month: z.int(),
  day: z.int(),
  hour: integer,
  minute: integer,
  mood: integer,
  note_title: text,
  note: text,
  tags: z.array(z.int()).catch([]),
  assets: z.array(z.unknown()).catch([]),
})

/** The names of the moods that come with Daylio, from group 1, the best. */
const ownMoods = ['rad', 'good', 'meh', 'bad', 'awful']

/** A backup: what the entries refer to may stand behind them, so it is read first. */
async function* entriesOfBackup(file: UploadedFile, { readings, leftOut }: Context) {
  const json = async (paths: string[]) => jsonItems(decodedBase64(await file.read()), paths)
  const moodsById = new Map<number, { name: string; mood: Mood | undefined }>()
  const tags = new Map<number, string>()
  const others = { 'goals.*': 'Goals of Daylio', 'writingTemplates.*': 'Templates' }
  for await (const { path, value } of await json(['customMoods.*', 'tags.*', ...Object.keys(others)])) {
    const { data: tag } = backupTag.safeParse(value)
    if (path === 'tags.*' && tag) tags.set(tag.id, tag.name)
    const { data: mood } = backupMood.safeParse(value)
    if (path === 'customMoods.*' && mood)
      moodsById.set(mood.id, {
        name: mood.custom_name || (ownMoods[mood.predefined_name_id - 1] ?? ''),
        mood: moods[moods.length - mood.mood_group_id],
      })
    if (path in others) leftOut.add(others[path as keyof typeof others], 1)
  }
  let number = 0
  for await (const { value } of await json(['dayEntries.*'])) {
    const where = `${file.name}, entry ${++number}`
    const { data: entry } = backupEntry.safeParse(value)
    if (!entry) {
      yield withoutDate(where)
      continue
    }
    const { name: moodName = '', mood } = moodsById.get(entry.mood) ?? {}
    leftOut.add('Photos and recordings', entry.assets.length)
    yield {
      where,
      date: [pad(entry.year, 4), pad(entry.month + 1), pad(entry.day)].join('-'),
      time: `${pad(entry.hour)}:${pad(entry.minute)}`,
      moodName,
      mood: moodName ? readings.as(moodName, mood) : mood,
      title: entry.note_title,
      note: entry.note,
      activities: entry.tags.flatMap((id) => tags.get(id) ?? []),
      scales: [],
    }
  }
}

const pad = (number: number, digits = 2) => String(number).padStart(digits, '0')

async function* decodedBase64(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = ''
  for await (const chunk of bytes) {
    const text = rest + chunk.toString('latin1').replace(/\s+/g, '')
    const whole = text.length - (text.length % 4)
    rest = text.slice(whole)
    yield Buffer.from(text.slice(0, whole), 'base64')
  }
  yield Buffer.from(rest, 'base64')
}

const tablesOf = (upload: Upload) => (upload.kind === 'zip' ? [] : filesOf(upload, /\.csv$/i))

async function* entriesOfTables(upload: Upload, { readings }: Context) {
  for (const table of tablesOf(upload)) {
    const columns = await columnsOf(table)
    for await (const row of rowsOf(table))
      yield entryIn(row, columns, readings) ?? withoutDate(`line ${row.line}`)
  }
}

function entryIn({ line, cells }: Row, columns: string[], readings: MoodReadings): DaylioEntry | undefined {
  const cell = (column: string) => cells[columns.indexOf(column)] ?? ''
  const written = cell('full_date') || `${cell('date')} ${cell('year')}`
  // The days of Daylio are those of the phone.
  const found = dateIn(written, { timezone: 'UTC' })
  if (!found || found === 'ambiguous') return undefined
  const time = timeIn(cell('time'))
  const moodName = cell('mood')
  const mood = moodName ? readings.as(moodName, moodNamed(moodName)) : undefined
  return {
    where: `line ${line}`,
    date: found.date,
    ...(time && { time }),
    moodName,
    mood,
    title: cell('note_title'),
    note: cell('note'),
    activities: listed(cell('activities')),
    scales: listed(cell('scales')),
  }
}

/**
 * The day has the average of its moods, as Daylio's own calendar. Where that hides one, each entry says its mood in words.
 * Daylio writes the newest entry first.
 */
function* foundOn(sameDay: DaylioEntry[], leftOut: LeftOut): Generator<Found> {
  const mood = averageOf(sameDay.flatMap((entry) => entry.mood ?? []))
  for (const entry of sameDay.toReversed()) {
    const { where, date, time, moodName } = entry
    const words = titled(textOf(entry.title), noteOf(entry))
    const texts = withLines(words ? { overallReflection: words } : {}, [
      [
        time && sameDay.length > 1 ? `Mood at ${time}` : 'Mood',
        sameDay.length > 1 || !entry.mood ? moodName : '',
      ],
      ['Activities', entry.activities],
      ['Scales', entry.scales],
    ])
    if (!mood && !hasWords(texts)) leftOut.add('Entries without words or a mood', 1)
    else yield { entry: { where, date, ...(time && { time }), ...(mood && { mood }), texts } }
  }
}

/** Daylio writes `&` as an entity also where a note has no tag. */
const noteOf = ({ note }: DaylioEntry) =>
  textOf(note, /&(?:amp|lt|gt|quot|nbsp|#39);/.test(note) || undefined)

function averageOf(found: Mood[]): Mood | undefined {
  const sum = found.reduce((total, mood) => total + moods.indexOf(mood), 0)
  return found.length > 0 ? moods[Math.round(sum / found.length)] : undefined
}

const listed = (cell: string) => cell.split('|').map((part) => textOf(part).replace(/\s+/g, ' ').trim())
