import * as z from 'zod'
import { AppError } from '../../../http/errors'
import { jsonItems } from '../json-items'
import type { Found, Reader } from '../source'
import { beginningOf } from './decoded-text'
import { dateIn } from './found-dates'
import { htmlAsText } from '../../../html/html-text'
import { LeftOut } from './left-out'
import { moodAt, MoodReadings } from './mood-names'
import { jsonFiles, type UploadedFile } from './upload-files'
import { hasWords, titled, withLines } from './words'

const text = z.string().nullish().catch(undefined)
const list = z.array(z.string()).catch([])

const diariumEntry = z.object({
  /** Where the user was, without an offset. */
  date: z.string(),
  heading: text,
  html: text,
  /** Stars from 1 to 5. */
  rating: z.number().min(1).max(5).optional().catch(undefined),
  tags: list,
  people: list,
  tracker: list,
  location: z.array(z.number()).nullish().catch(undefined),
  weather: text,
  sun: text,
  lunar: text,
})

/** A JSON file with all entries or one for each, alone or in a ZIP beside their media. */
export const diarium: Reader = {
  source: 'Diarium',

  async recognises(upload) {
    const files = jsonFiles(upload).slice(0, 10)
    let entries = 0
    for (const file of files) {
      const path = await pathOfEntries(file)
      if (path === '*') return true
      if (path === '') entries++
    }
    // Among the files of another program one may look like an entry, such as a page saved from the web.
    return entries > files.length / 2
  },

  async *read(upload, { timezone }) {
    const readings = new MoodReadings()
    const leftOut = new LeftOut()
    for (const file of jsonFiles(upload)) {
      const path = await pathOfEntries(file)
      if (path !== undefined) yield* foundIn(file, path, { timezone, readings, leftOut })
    }
    yield* readings.told()
    yield* leftOut.told('All entries')
  },
}

const ownField = /"(?:heading|rating|tags|people|tracker|weather|sun|lunar)"\s*:/

/** The path of the entries in a JSON file: a list of them, or the whole file is one. */
async function pathOfEntries(file: UploadedFile): Promise<'*' | '' | undefined> {
  const beginning = await beginningOf(await file.look())
  const [start, list] = /^\s*(?:(\[)\s*)?\{[^]*?"date"\s*:\s*"\d{4}-\d\d-\d\dT/.exec(beginning) ?? []
  if (start === undefined || !/"html"\s*:/.test(beginning)) return undefined
  if (list) return '*'
  return ownField.test(beginning) ? '' : undefined
}

type Context = { timezone: string; readings: MoodReadings; leftOut: LeftOut }

async function* foundIn(file: UploadedFile, path: '*' | '', context: Context): AsyncGenerator<Found> {
  let number = 0
  try {
    for await (const { value } of jsonItems(await file.read(), [path]))
      yield* foundEntry(value, path ? `${file.name}, entry ${++number}` : file.name, context)
  } catch (error) {
    if (path || !(error instanceof AppError)) throw error
    yield { skipped: { where: file.name, reason: error.message }, isFile: true }
  }
}

function* foundEntry(
  value: unknown,
  where: string,
  { timezone, readings, leftOut }: Context,
): Generator<Found> {
  const { data: entry } = diariumEntry.safeParse(value)
  const found = entry && dateIn(entry.date, { timezone })
  if (!entry || !found || found === 'ambiguous') {
    yield { skipped: { where, reason: 'It has no date that can be read.' } }
    return
  }
  const { rating } = entry
  const mood = rating && readings.as(`${rating} of 5 stars`, moodAt(rating, 1, 5))
  leftOut.add('Places without a name', Boolean(entry.location))
  leftOut.add('Weather reports', Boolean(entry.weather || entry.sun || entry.lunar))
  const texts = withLines({ overallReflection: titled(entry.heading, htmlAsText(entry.html ?? '')) }, [
    ['Tags', entry.tags],
    ['People', entry.people],
    ['Tracker', entry.tracker],
  ])
  if (mood || hasWords(texts)) yield { entry: { where, ...found, ...(mood && { mood }), texts } }
  else leftOut.add('Entries without words', 1)
}
