import type { DomNode } from 'html-to-text'
import { AppError } from '../../../http/errors'
import type { Found, Reader, Upload } from '../source'
import { dateInName } from './dates-in-names'
import { beginningOf, wholeText } from './decoded-text'
import { dateIn } from './found-dates'
import { htmlSplitter } from '../../../html/html-text'
import { LeftOut } from './left-out'
import { moodAt, MoodReadings, moodNamed } from './mood-names'
import { filesOf, type UploadedFile } from './upload-files'
import { hasWords, titled, withLines } from './words'

/** A ZIP with a page for each entry, beside its media. */
export const appleJournal: Reader = {
  source: 'Apple Journal',

  async recognises(upload) {
    for (const page of pagesOf(upload).slice(0, 3))
      if (/class=["']?(?:pageHeader|pageContainer)\b/.test(await beginningOf(await page.look()))) return true
    return false
  },

  async *read(upload) {
    const readings = new MoodReadings()
    const leftOut = new LeftOut()
    for (const page of pagesOf(upload)) yield* foundOn(page, { readings, leftOut })
    yield* readings.told()
    yield* leftOut.told('All entries')
    yield* sidecarsIn(upload)
  },

  repeats: (name) => /(?:^|\/)index\.html$/i.test(name) || sidecar.test(name),
}

const pagesOf = (upload: Upload) =>
  upload.kind === 'zip' ? filesOf(upload, /(?:^|\/)Entries\/[^/]+\.html?$/i) : []

/** What is known of a photo, by the name of its file. */
const sidecar = /(?:^|\/)Resources\/[^/]+\.json$/i

function* sidecarsIn(upload: Upload): Generator<Found> {
  const counts = new Map<string, number>()
  for (const { name } of filesOf(upload, sidecar)) {
    const folder = name.slice(0, name.lastIndexOf('/') + 1)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  for (const [where, count] of counts)
    yield { skipped: { where, reason: `Places and times of photos are not kept (${count})` } }
}

type Context = { readings: MoodReadings; leftOut: LeftOut }

async function* foundOn(page: UploadedFile, { readings, leftOut }: Context): AsyncGenerator<Found> {
  const where = page.name
  try {
    const { header, title, prompt, body, attached } = partsOf(await wholeText(await page.read()))
    const written = dateIn(header, { timezone: 'UTC' })
    const day = written && written !== 'ambiguous' ? written : dateInName(where)
    if (!day || day === 'ambiguous') {
      yield { skipped: { where, reason: 'It has no date that can be read.' } }
      return
    }
    const feelings = attached.filter(({ type }) => type === 'stateOfMind').flatMap(({ words }) => words)
    const feeling = feelings.find(moodOf)
    const mood = feeling && readings.as(feeling, moodOf(feeling))
    const texts = withLines({ overallReflection: titled(title, body) }, [
      ['Prompt', prompt],
      ...attached.map(({ type, words }): [string, string[]] => [labels[type] ?? capitalized(type), words]),
    ])
    if (mood || hasWords(texts)) yield { entry: { where, date: day.date, ...(mood && { mood }), texts } }
    else leftOut.add('Entries without words', 1)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    yield { skipped: { where, reason: error.message }, isFile: true }
  }
}

/** What an entry may hold beside its words. */
const labels: Record<string, string> = {
  stateOfMind: 'State of mind',
  multiPinMap: 'Place',
  genericMap: 'Place',
  motionActivity: 'Activity',
  workoutIcon: 'Workout',
  workoutRoute: 'Workout',
  contact: 'People',
  thirdPartyMedia: 'Media',
}

const capitalized = (type: string) =>
  (type.charAt(0).toUpperCase() + type.slice(1)).replace(/(?<=[a-z])(?=[A-Z])/g, ' ')

/** Apple's own scale, from the worst. */
const pleasantness = [
  'very unpleasant',
  'unpleasant',
  'slightly unpleasant',
  'neutral',
  'slightly pleasant',
  'pleasant',
  'very pleasant',
]

function moodOf(feeling: string) {
  const level = pleasantness.indexOf(feeling.toLowerCase())
  return level < 0 ? moodNamed(feeling) : moodAt(level, 0, pleasantness.length - 1)
}

const recording = /^(?:video|audio)$/
const duration = /^\d+(?::\d{2})+$/

const split = htmlSplitter('pageHeader', 'title', 'reflectionPrompt', 'gridItem')

/** The date, the title and the attachments, and the text around them: the program closes its elements in the wrong order. */
function partsOf(html: string) {
  const { text: body, elements } = split(html)
  const textOf = (name: Parameters<typeof elements>[0]) => elements(name).flatMap(textsIn).join(' ')
  const attached = elements('gridItem').map((element) => {
    const [, type = 'other'] = /\bassetType_(\w{1,40})/.exec(element.attribs?.class ?? '') ?? []
    const words = textsIn(element)
      .filter((text) => !(recording.test(type) && duration.test(text)))
      .flatMap((text) => text.split(',').map((part) => part.trim()))
    return { type, words }
  })
  return {
    header: textOf('pageHeader'),
    title: textOf('title'),
    prompt: textOf('reflectionPrompt'),
    body,
    attached,
  }
}

/** The words in an element, or those of its label if it has none. */
function textsIn({ type, data = '', attribs, children = [] }: DomNode): string[] {
  if (type === 'text') return data.trim() ? [data.trim()] : []
  const address = attribs?.href?.startsWith('http') ? [attribs.href] : []
  const texts = children.flatMap(textsIn)
  const label = texts.length === 0 && (attribs?.['aria-label']?.trim() || attribs?.title?.trim())
  return [...texts, ...(label ? [label] : []), ...address]
}
