import { AppError } from '../../../http/errors'
import type { Found, Reader, Upload } from '../source'
import { withoutDate } from './csv'
import { dateInName } from './dates-in-names'
import { beginningOf, wholeText } from './decoded-text'
import { dateIn, type FoundDate } from './found-dates'
import { splitNote } from './front-matter'
import { LeftOut } from './left-out'
import { moodIn, MoodReadings } from './mood-names'
import { felt, textsOf, titleOf, valueOf } from './named-values'
import { filesOf, type UploadedFile } from './upload-files'
import { addTo, fieldsOfMarkdown, hasWords, mapTexts, type Texts, titled } from './words'

/** Obsidian's notes and those of other programs that keep one Markdown file a day. */
export const markdown: Reader = {
  source: 'Markdown',

  async recognises(upload) {
    if (upload.kind === 'zip') return !upload.names.some(isOurExport) && notesOf(upload).length > 0
    const [note] = upload.kind === 'text' ? notesOf(upload) : []
    if (!note) return false
    const { properties } = splitNote(await beginningOf(await note.read()))
    return Boolean(dateInName(note.name) ?? (valueOf(properties, 'date') || valueOf(properties, 'creation')))
  },

  async *read(upload, { timezone }) {
    const readings = new MoodReadings()
    const leftOut = new LeftOut()
    for (const note of notesOf(upload)) yield* foundIn(note, { timezone, readings, leftOut })
    yield* readings.told()
    yield* leftOut.told('All files')
  },
}

const isOurExport = (path: string) => /(?:^|\/)lisa\.json$/.test(path)

/** Plain text files count only if their names have a date; a ZIP has others. */
const notesOf = (upload: Upload) =>
  filesOf(upload, /\.(?:md|markdown|txt)$/i).filter(
    ({ name }) => upload.kind !== 'zip' || !/\.txt$/i.test(name) || dateInName(name),
  )

type Context = { timezone: string; readings: MoodReadings; leftOut: LeftOut }

async function* foundIn(note: UploadedFile, { timezone, readings, leftOut }: Context): AsyncGenerator<Found> {
  const where = note.name
  try {
    const { properties, text, unread } = splitNote(await wholeText(await note.read()))
    const [written, created] = [valueOf(properties, 'date'), valueOf(properties, 'creation')]
    const byName = dateInName(note.name)
    const dates = [dateIn(written, { timezone }), byName, dateIn(created, { timezone })].filter(
      (date) => date !== undefined,
    )
    const found = dates.find((date) => date !== 'ambiguous') ?? dates[0]
    if (!found || found === 'ambiguous') {
      const reason = found
        ? withoutDate(written || (byName ? note.name : created), found)
        : 'Neither its name nor its properties have a date.'
      yield { skipped: { where, reason } }
      return
    }
    const moodName = valueOf(properties, 'mood')
    const mood = moodName ? readings.as(moodName, moodIn(moodName)) : undefined
    const words = mapTexts(fieldsOfMarkdown(wordsOf(text, found, leftOut)), withHeadings)
    const title = titleOf(properties)
    const reflection = titled(title, words.overallReflection ?? '')
    const others = properties.filter(({ role }) => role !== 'title')
    const named = moodName && !mood ? [...others, felt(moodName)] : others
    const texts = joined(
      { ...words, ...(reflection && { overallReflection: reflection }) },
      textsOf(named, leftOut),
    )
    if (mood || hasWords(texts)) {
      if (unread) yield { skipped: { where, reason: `${unread}, and are kept as words` } }
      yield { entry: { where, ...found, ...(mood && { mood }), texts } }
    } else leftOut.add('Files without words or a mood', 1)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    yield { skipped: { where, reason: error.message }, isFile: true }
  }
}

// Bounded, since nothing says that a bracket is closed.
const media =
  /!\[\[[^\][\n]{1,300}\.(?:png|jpe?g|gif|webp|heic|svg|bmp|mp4|mov|webm|mp3|m4a|wav|ogg|pdf)(?:\|[^\][\n]{0,100})?\]\]/gi
const localImage = /!\[[^\][\n]{0,300}\]\((?!https?:)[^()\n]{0,1000}\)/gi

/** Without embedded files, and without a heading that only repeats the date. */
function wordsOf(text: string, { date }: FoundDate, leftOut: LeftOut): string {
  const withoutMedia = text.replace(media, '').replace(localImage, '')
  leftOut.add('Photos and other media', [...text.matchAll(media), ...text.matchAll(localImage)].length)
  const [heading = '', title = ''] = /^\s*#\s+(.*)\n?/.exec(withoutMedia) ?? []
  const dated = title && dateIn(title, { timezone: 'UTC' })
  return dated && dated !== 'ambiguous' && dated.date === date
    ? withoutMedia.slice(heading.length)
    : withoutMedia
}

/** A backslash keeps a line of words from being a heading. */
const withHeadings = (text: string) => text.replace(/^( {0,3}\\*)\\(?=#{1,2}(?:\s|$))/gm, '$1')

function joined(texts: Texts, others: Texts): Texts {
  const result = { ...texts }
  for (const [field, text] of Object.entries(others)) addTo(result, field as keyof Texts, text)
  return result
}
