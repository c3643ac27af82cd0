import * as z from 'zod'
import { jsonItems } from '../json-items'
import type { Found, Reader, Upload } from '../source'
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

/** A JSON file, alone or in a ZIP beside its media. */
export const diarium: Reader = {
  source: 'Diarium',

  recognises: async (upload) => (await exportsIn(upload)).length > 0,

  async *read(upload, { timezone }) {
    const readings = new MoodReadings()
    const leftOut = new LeftOut()
    for (const file of await exportsIn(upload)) yield* foundIn(file, { timezone, readings, leftOut })
    yield* readings.told()
    yield* leftOut.told('All entries')
  },
}

async function exportsIn(upload: Upload): Promise<UploadedFile[]> {
  const found: UploadedFile[] = []
  for (const file of jsonFiles(upload).slice(0, 10)) {
    const beginning = await beginningOf(await file.look())
    const isExport = /^\s*\[\s*\{/.test(beginning) && /"html"\s*:/.test(beginning)
    if (isExport && /"date"\s*:\s*"\d{4}-\d\d-\d\dT/.test(beginning)) found.push(file)
  }
  return found
}

type Context = { timezone: string; readings: MoodReadings; leftOut: LeftOut }

async function* foundIn(file: UploadedFile, { timezone, readings, leftOut }: Context): AsyncGenerator<Found> {
  let number = 0
  for await (const { value } of jsonItems(await file.read(), ['*'])) {
    const where = `${file.name}, entry ${++number}`
    const { data: entry } = diariumEntry.safeParse(value)
    const found = entry && dateIn(entry.date, { timezone })
    if (!entry || !found || found === 'ambiguous') {
      yield { skipped: { where, reason: 'It has no date that can be read.' } }
      continue
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
}
