import * as z from 'zod'
import type { Found, FoundEntry, Reader } from '../source'
import { beginningOf } from './decoded-text'
import { dateAt } from './found-dates'
import { jsonItems } from '../json-items'
import { LeftOut, restIsDamaged } from './left-out'
import { moodNamed } from './mood-names'
import { jsonFiles, type UploadedFile } from './upload-files'
import { fieldsOfMarkdown, hasWords, mapTexts, type Texts, withLines } from './words'

const text = z.string().nullish().catch(undefined)
const list = z.array(z.unknown()).catch([])
const flag = z.boolean().catch(false)

const dayOneEntry = z.object({
  creationDevice: text,
  creationDate: z
    .string()
    .refine((date) => /^\d{4}-\d{2}-\d{2}T/.test(date) && !Number.isNaN(Date.parse(date))),
  timeZone: text,
  isAllDay: flag,
  text,
  richText: text,
  tags: z.array(z.string()).catch([]),
  starred: flag,
  isPinned: flag,
  photos: z.array(z.object({ isSketch: flag }).catch({ isSketch: false })).catch([]),
  videos: list,
  audios: list,
  pdfAttachments: list,
  location: z
    .object({
      userLabel: text,
      placeName: text,
      localityName: text,
      administrativeArea: text,
      country: text,
      timeZoneName: text,
    })
    .nullish()
    .catch(undefined),
  weather: z.unknown().optional(),
  userActivity: z.object({ activityName: text }).nullish().catch(undefined),
  music: z.unknown().optional(),
})
type DayOneEntry = z.infer<typeof dayOneEntry>

export const dayOne: Reader = {
  source: 'Day One',

  recognises: async (upload) => (await journalsOf(jsonFiles(upload))).length > 0,

  async *read(upload, { timezone }) {
    const journals = await journalsOf(jsonFiles(upload))
    for (const journal of journals) {
      const name = journals.length > 1 ? journal.name.replace(/^.*\/|\.json$/gi, '') : undefined
      yield* entriesOf(journal, { timezone, name })
    }
  },
}

/** What is asked of a ZIP with many JSON files, as that of Journey. */
const mostJournals = 100

/** Day One writes a JSON file for each journal, beside the folders of its photos. */
async function journalsOf(files: UploadedFile[]): Promise<UploadedFile[]> {
  const journals: UploadedFile[] = []
  for (const file of files.slice(0, mostJournals)) {
    const beginning = await beginningOf(await file.look())
    if (isJournal(beginning)) journals.push(file)
  }
  return journals
}

function isJournal(beginning: string) {
  const [, metadata] = /^\s*\{\s*"metadata"\s*:\s*\{([^{}]*)\}\s*,\s*"entries"\s*:/.exec(beginning) ?? []
  if (metadata !== undefined) return metadata.includes('"version"')
  return /^\s*\{\s*"entries"\s*:\s*\[\s*\{/.test(beginning) && /"creationDate"\s*:/.test(beginning)
}

async function* entriesOf(
  journal: UploadedFile,
  { timezone, name }: { timezone: string; name: string | undefined },
): AsyncGenerator<Found> {
  const leftOut = new LeftOut()
  let number = 0
  try {
    for await (const { value } of jsonItems(await journal.read(), ['entries.*'])) {
      number += 1
      const where = `${journal.name}, entry ${number}`
      const { data: entry } = dayOneEntry.safeParse(value)
      if (!entry) {
        yield { skipped: { where, reason: 'It has no date that can be read.' } }
        continue
      }
      count(entry, leftOut)
      const found = foundEntry(entry, { where, timezone, name })
      if (found) yield { entry: found }
      else leftOut.add('Entries without words', 1)
    }
  } catch (error) {
    yield restIsDamaged(error, { where: journal.name, number })
  }
  yield* leftOut.told(journal.name)
}

function count(entry: DayOneEntry, leftOut: LeftOut) {
  const drawings = entry.photos.filter((photo) => photo.isSketch).length
  leftOut.add('Photos', entry.photos.length - drawings)
  leftOut.add('Drawings', drawings)
  leftOut.add('Videos', entry.videos.length)
  leftOut.add('Recordings', entry.audios.length)
  leftOut.add('PDF files', entry.pdfAttachments.length)
  leftOut.add('Stars', entry.starred)
  leftOut.add('Pins', entry.isPinned)
  leftOut.add('Weather reports', entry.weather != null)
  leftOut.add('Names of music', entry.music != null)
}

function foundEntry(
  entry: DayOneEntry,
  { where, timezone, name }: { where: string; timezone: string; name: string | undefined },
): FoundEntry | undefined {
  const offset = /(?!\+00)[+-]\d{2}:?\d{2}$/.exec(entry.creationDate)?.[0]
  const { location } = entry
  const found = dateAt(new Date(entry.creationDate), entry.timeZone, location?.timeZoneName, offset, timezone)
  const texts = textsOf(entry)
  const mood = entry.tags.map(moodOf).find(Boolean)
  if (!found || (!mood && !hasWords(texts))) return undefined
  const parts = [location?.userLabel || location?.placeName, location?.localityName]
  const place = new Set([...parts, location?.administrativeArea, location?.country].map((part) => part ?? ''))
  const time = entry.isAllDay ? undefined : found.time
  const lines: Texts = withLines(texts, [
    ['Tags', entry.tags.filter((tag) => !moodOf(tag))],
    ['Place', [...place]],
    ['Activity', entry.userActivity?.activityName?.replace('Stationary', '')],
    ['Journal', name],
  ])
  return { where, date: found.date, ...(time && { time }), ...(mood && { mood }), texts: lines }
}

/** Day One has no moods; our own export for it writes them as a tag. */
const moodOf = (tag: string) => (/^mood: /i.test(tag) ? moodNamed(tag.slice('mood: '.length)) : undefined)

/** The first line is a title, whose mark is left out. */
function textsOf(entry: DayOneEntry): Texts {
  const markdown = entry.text?.trim() ? entry.text : plainText(entry.richText)
  const isOurs = entry.creationDevice === 'Lisa'
  const texts = isOurs ? fieldsOfMarkdown(markdown, 'dailyEvents') : fieldsOfMarkdown(withoutMedia(markdown))
  return mapTexts(texts, (words) => unescaped(isOurs ? words : words.replace(/^#{1,6}\s+/, '')))
}

/** Without the marks of Day One for media and for links to entries. */
const withoutMedia = (markdown: string) =>
  markdown
    .replace(/!\[[^\][\n]{0,300}\]\(dayone-moment:[^()\n]{0,200}\)/g, '')
    .replace(/\[([^\][\n]{0,1000})\]\(dayone2?:\/\/[^()\n]{0,200}\)/g, '$1')
    .replace(/[\u200b\ufffc]/g, '')
    .replaceAll('\u2028', '\n')
    .replace(/\n{3,}/g, '\n\n')

const richTextContents = z.object({
  contents: z.array(z.object({ text: z.string().catch('') }).catch({ text: '' })),
})

/** For the rare entry that has its words as rich text only. */
function plainText(richText: string | null | undefined): string {
  try {
    const { contents } = richTextContents.parse(JSON.parse(richText ?? ''))
    return contents.map((part) => part.text).join('')
  } catch {
    return ''
  }
}

/** Day One escapes all punctuation that Markdown may give a meaning to, but not in code. */
const unescaped = (markdown: string) =>
  markdown
    .split(/(^```[^]*?^```)/m)
    .map((part, index) => (index % 2 ? part : part.replace(/\\([!-/:-@[-`{-~])/g, '$1')))
    .join('')
