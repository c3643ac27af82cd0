import type * as z from 'zod'
import type { Mood } from '@shared/journal'
import { jsonItems } from '../json-items'
import type { Found, FoundEntry, Reader, Upload } from '../source'
import { beginningOf } from './decoded-text'
import { deltaAsText } from './delta-text'
import { dateAt, type FoundDate } from './found-dates'
import {
  type JournivEntry,
  journivEntry,
  type JournivMoment,
  journivMoment,
  journivMood,
} from './journiv-shapes'
import { LeftOut } from './left-out'
import { MoodReadings, moodAt, moodNamed } from './mood-names'
import { jsonFiles, type UploadedFile } from './upload-files'
import { textOf } from '../../../html/html-text'
import { fieldsOfMarkdown, hasWords, titled, withLines } from './words'

type Definitions = {
  moods: Map<string, Mood | undefined>
  titles: string[]
  titleById: Map<string, string>
  goals: number
}

export const journiv: Reader = {
  source: 'Journiv',

  recognises: async (upload) => (await exportIn(upload)) !== undefined,

  async *read(upload, { timezone }) {
    const file = await exportIn(upload)
    if (file) yield* foundIn(file, timezone)
  },
}

/** A ZIP has one JSON file beside its media. */
async function exportIn(upload: Upload): Promise<UploadedFile | undefined> {
  for (const file of jsonFiles(upload).slice(0, 10)) if (await isExport(file)) return file
  return undefined
}

const entryPaths = ['journals.*.title', 'journals.*.entries.*', 'moments.*']
const definitionPaths = ['journals.*.title', 'journals.*.external_id', 'mood_definitions.*', 'goals.*']

async function isExport(file: UploadedFile) {
  const beginning = await beginningOf(await file.look(), 4096)
  return /^\s*\{\s*"export_version"\s*:/.test(beginning) && beginning.includes('"app_version"')
}

async function* foundIn(file: UploadedFile, timezone: string): AsyncGenerator<Found> {
  const definitions = await definitionsIn(file)
  const readings = new MoodReadings()
  const leftOut = new LeftOut()
  let journal: string | undefined
  let number = 0
  for await (const { path, value } of jsonItems(await file.read(), entryPaths)) {
    if (path === 'journals.*.title') {
      journal = String(value)
      continue
    }
    number += 1
    const where = `${file.name}, entry ${number}`
    const isMoment = path === 'moments.*'
    const { data } = isMoment ? journivMoment.safeParse(value) : journivEntry.safeParse(value)
    const context = { where, timezone, definitions, readings, journal: isMoment ? undefined : journal }
    const found = data && foundEntry(data, context)
    if (!data || !found) {
      yield { skipped: { where, reason: 'It has no date that can be read.' } }
      continue
    }
    leftOut.add('Photos and other media', data.media.length)
    leftOut.add('Weather reports', Boolean(data.weather))
    leftOut.add('Pins', data.is_pinned)
    if (found.mood || hasWords(found.texts)) yield { entry: found }
    else leftOut.add('Entries without words or a mood', 1)
  }
  leftOut.add('Goals and habits of Journiv', definitions.goals)
  yield* readings.told()
  yield* leftOut.told(file.name)
}

/** What the entries refer to stands behind them in the file, so it is read first. */
async function definitionsIn(file: UploadedFile): Promise<Definitions> {
  const found: Definitions = { moods: new Map(), titles: [], titleById: new Map(), goals: 0 }
  for await (const { path, value } of jsonItems(await file.read(), definitionPaths)) {
    if (path === 'goals.*') found.goals += 1
    if (path === 'journals.*.title') found.titles.push(String(value))
    const title = found.titles.at(-1)
    const isFirst = typeof value === 'string' && !found.titleById.has(value)
    if (path === 'journals.*.external_id' && title !== undefined && isFirst) found.titleById.set(value, title)
    const { data } = journivMood.safeParse(value)
    if (path === 'mood_definitions.*' && data) found.moods.set(data.name.toLowerCase(), moodOf(data))
  }
  return found
}

const byCategory = new Map<string, Mood>([
  ['positive', 'happy'],
  ['neutral', 'neutral'],
  ['negative', 'sad'],
])

const moodOf = ({ name, score, category }: z.infer<typeof journivMood>) =>
  (score && moodAt(score, 1, 5)) || moodNamed(name) || byCategory.get(category ?? '')

type Context = {
  where: string
  timezone: string
  definitions: Definitions
  readings: MoodReadings
  journal: string | undefined
}

function foundEntry(data: JournivEntry | JournivMoment, context: Context): FoundEntry | undefined {
  const { definitions, readings } = context
  const day = dayOf(data, context.timezone)
  if (!day) return undefined
  const name = data.mood?.trim()
  const known = name ? (definitions.moods.get(name.toLowerCase()) ?? moodNamed(name)) : undefined
  const mood = name ? readings.as(name, known) : undefined
  const texts = withLines(fieldsOfMarkdown(wordsOf(data)), [
    ['Mood', known ? '' : name],
    ['Feelings', data.felt.map((felt) => felt.mood_name ?? '').filter((felt) => felt !== data.mood)],
    ['Activities', data.felt.map((felt) => felt.activity_name ?? '')],
    ['Note', data.note],
    ['Tags', data.tags],
    ['Place', [...new Set(data.place.map((part) => part ?? ''))]],
    ['Prompt', data.prompt_text],
    ['Journal', journalOf(data, context)],
  ])
  return { where: context.where, ...day, ...(mood && { mood }), texts }
}

/** Journiv says the day where the user was; instants without an offset are in UTC. */
function dayOf(
  { date, instant, zone }: JournivEntry | JournivMoment,
  timezone: string,
): FoundDate | undefined {
  const at = instant ? (/(?:Z|[+-]\d{2}:?\d{2})$/i.test(instant) ? instant : `${instant}Z`) : ''
  const found = dateAt(new Date(at), zone, timezone)
  if (!date) return found
  return found?.date === date ? found : { date }
}

function wordsOf({ words }: JournivEntry | JournivMoment): string {
  if (!words) return ''
  const { content_delta: formatted, content_plain_text: plain, content, title } = words
  const text = (formatted && deltaAsText(formatted)) || plain || textOf(content ?? '')
  return titled(title, text)
}

/** Which of several journals an entry is from. */
function journalOf({ words }: JournivEntry | JournivMoment, { definitions, journal }: Context) {
  if (definitions.titles.length < 2) return undefined
  const id = words?.journal_external_id
  return id ? definitions.titleById.get(id) : journal
}
