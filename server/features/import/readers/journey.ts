import * as z from 'zod'
import type { Mood } from '@shared/journal'
import { AppError } from '../../../http/errors'
import type { Found, FoundEntry, Reader } from '../source'
import { wholeText } from './decoded-text'
import { dateAt, type FoundDate } from './found-dates'
import { LeftOut } from './left-out'
import { jsonFiles, type UploadedFile } from './upload-files'
import { htmlAsText, textOf } from '../../../html/html-text'
import { hasWords, withLines } from './words'

const text = z.string().nullish().catch(undefined)
const number = z.number().catch(0)
const list = z.array(z.unknown()).catch([])

/**
 * Older exports have `date_journal`, `photos` and `mood`, newer ones `dateOfJournal`, `attachments` and `activity` instead.
 * `mood` is what the user was doing, by the same numbers as `activity`; how it felt is in `sentiment`.
 */
const journeyEntry = z
  .object({
    date_journal: z.number().optional(),
    dateOfJournal: z.string().optional(),
    timezone: text,
    text: z.string().catch(''),
    type: text,
    sentiment: number,
    mood: number,
    activity: number,
    tags: z.array(z.string()).catch([]),
    address: text,
    photos: list,
    attachments: list,
    favourite: z.boolean().catch(false),
    encrypted: z.boolean().catch(false),
    music_title: text,
    weather: z.object({ description: text }).nullish().catch(undefined),
  })
  .refine((entry) => entry.date_journal !== undefined || entry.dateOfJournal !== undefined)
type JourneyEntry = z.infer<typeof journeyEntry>

/** A ZIP with one JSON file for each entry, beside its photos or in a folder with them. */
export const journey: Reader = {
  source: 'Journey',

  async recognises(upload) {
    for (const file of jsonFiles(upload).slice(0, 5)) {
      if ((await entryIn(file)).entry) return true
    }
    return false
  },

  async *read(upload, { timezone }) {
    const leftOut = new LeftOut()
    for (const file of jsonFiles(upload)) {
      const where = file.name
      const { entry, reason } = await entryIn(file)
      if (entry) yield* foundIn(entry, { where, timezone, leftOut })
      else yield { skipped: { where, reason }, isFile: true }
    }
    yield* leftOut.told('All entries')
  },
}

async function entryIn(file: UploadedFile): Promise<{ entry?: JourneyEntry; reason: string }> {
  try {
    const { data } = journeyEntry.safeParse(JSON.parse(await wholeText(await file.read())))
    return { ...(data && { entry: data }), reason: 'It is not an entry of Journey.' }
  } catch (error) {
    if (error instanceof AppError) return { reason: error.message }
    if (error instanceof SyntaxError) return { reason: 'It is damaged: it is not valid JSON.' }
    throw error
  }
}

function* foundIn(
  entry: JourneyEntry,
  { where, timezone, leftOut }: { where: string; timezone: string; leftOut: LeftOut },
): Generator<Found> {
  if (entry.encrypted) {
    yield {
      skipped: { where, reason: 'It is encrypted. Export it from Journey without encryption.' },
      isFile: true,
    }
    return
  }
  const found = dateOf(entry, timezone)
  if (!found) {
    yield { skipped: { where, reason: 'It has no date that can be read.' } }
    return
  }
  leftOut.add('Photos and other media', entry.photos.length + entry.attachments.length)
  leftOut.add('Stars', entry.favourite)
  leftOut.add('Weather reports', Boolean(entry.weather?.description))
  leftOut.add('Names of music', Boolean(entry.music_title))
  const result = foundEntry(entry, { where, ...found })
  if (result.mood || hasWords(result.texts)) yield { entry: result }
  else leftOut.add('Entries without words', 1)
}

function dateOf(entry: JourneyEntry, timezone: string): FoundDate | undefined {
  const instant = entry.dateOfJournal ?? entry.date_journal ?? ''
  const offset = typeof instant === 'string' ? /(?!\+00)[+-]\d{2}:?\d{2}$/.exec(instant)?.[0] : undefined
  return dateAt(new Date(instant), entry.timezone, offset, timezone)
}

const activities = ['', '', 'Eating', 'Walking', 'Running', 'Biking', 'Automotive', 'Flying']

function foundEntry(entry: JourneyEntry, at: { where: string } & FoundDate): FoundEntry {
  const mood = moodOf(entry.sentiment)
  const words = entry.type === 'html' ? htmlAsText(entry.text) : textOf(entry.text)
  const texts = withLines({ overallReflection: words }, [
    ['Tags', entry.tags],
    ['Place', entry.address],
    ['Activity', activities[entry.activity || entry.mood]],
  ])
  return { ...at, ...(mood && { mood }), texts }
}

/** 0.25, 0.75, 1, 1.25 and 1.75, or 0 for none. */
function moodOf(sentiment: number): Mood | undefined {
  if (sentiment <= 0) return undefined
  if (sentiment < 0.5) return 'very-sad'
  if (sentiment < 1) return 'sad'
  if (sentiment === 1) return 'neutral'
  return sentiment <= 1.5 ? 'happy' : 'very-happy'
}
