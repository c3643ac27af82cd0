import { AppError } from '../../../http/errors'
import type { Found, Reader, Upload } from '../source'
import { withoutDate } from './csv'
import { dateInName, orderInName, titleInName } from './dates-in-names'
import { beginningOf, wholeText } from './decoded-text'
import { dateIn, type DayOrder, type FoundDate, isOnlyDate } from './found-dates'
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
    if (upload.kind === 'zip')
      return !upload.names.some(isOurExport) && notesOf(upload).some(({ name }) => isNote(name))
    const [note] = upload.kind === 'text' ? notesOf(upload) : []
    if (!note) return false
    const { properties } = splitNote(await beginningOf(await note.read()))
    return Boolean(dateInName(note.name) ?? (valueOf(properties, 'date') || valueOf(properties, 'creation')))
  },

  async *read(upload, { timezone }) {
    const readings = new MoodReadings()
    const leftOut = new LeftOut()
    const notes = notesOf(upload)
    const order = orderOf(notes) ?? (await orderInSettings(upload))
    const isNamed = upload.kind === 'zip' || upload.name !== undefined
    const isTitle = isNamed ? titlesAmong(notes) : () => false
    for (const note of notes) yield* foundIn(note, { timezone, order, isTitle, readings, leftOut })
    yield* readings.told()
    yield* leftOut.told('All files')
  },
}

const isOurExport = (path: string) => /(?:^|\/)lisa\.json$/.test(path)

const notesOf = (upload: Upload) => filesOf(upload, /\.(?:md|markdown|txt)$/i)

/** Plain text files without a date in their names are in ZIP files of every kind. */
const isNote = (name: string) => !/\.txt$/i.test(name) || dateInName(name) !== undefined

const settings = /(?:^|\/)\.obsidian\/daily-notes\.json$/

/** How Obsidian names daily notes, in the tokens of moment.js, with folders and words around them: `YYYY/[Day] DD-MM-YYYY`. */
async function orderInSettings(upload: Upload): Promise<DayOrder | undefined> {
  const file = upload.kind === 'zip' && upload.names.find((name) => settings.test(name))
  if (!file) return undefined
  const [, format = ''] =
    /"format"\s*:\s*"([^"\n]{1,200})"/.exec(await beginningOf(await upload.read(file))) ?? []
  const name = format.replace(/\[[^\][]*\]/g, '').replace(/^.*\//, '')
  const [day, month] = [name.indexOf('D'), name.indexOf('M')]
  if (day < 0 || month < 0) return undefined
  return day < month ? 'day first' : 'month first'
}

/** The order of the names of all notes, as far as they agree. */
function orderOf(notes: UploadedFile[]): DayOrder | undefined {
  const orders = new Set(notes.flatMap(({ name }) => orderInName(name) ?? []))
  return orders.size === 1 ? [...orders][0] : undefined
}

/** Whether words in the name of a note are its title: those in most names (`Journal 2023-01-05`) are not. */
function titlesAmong(notes: UploadedFile[]): (words: string) => boolean {
  const timesOf = new Map<string, number>()
  for (const { name } of notes) {
    const date = dateInName(name)
    const words = date && date !== 'ambiguous' ? titleInName(name, date.date) : ''
    timesOf.set(words, (timesOf.get(words) ?? 0) + 1)
  }
  return (words) => notes.length < 2 || (timesOf.get(words) ?? 0) <= notes.length / 2
}

type Context = {
  timezone: string
  order: DayOrder | undefined
  isTitle: (words: string) => boolean
  readings: MoodReadings
  leftOut: LeftOut
}

async function* foundIn(
  note: UploadedFile,
  { timezone, order, isTitle, readings, leftOut }: Context,
): AsyncGenerator<Found> {
  const where = note.name
  try {
    const { file, goals } = withoutOurGoals(await wholeText(await note.read()))
    leftOut.add('Goals of days', goals)
    const { properties, text, unread } = splitNote(file)
    const [written, created] = [valueOf(properties, 'date'), valueOf(properties, 'creation')]
    const byName = dateInName(note.name, order)
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
    const own = wordsOf(text, found, leftOut)
    const isObsidian = /\.md$/i.test(note.name) && !ourNote.test(file)
    const shown = isObsidian ? withoutObsidianMarks : (text: string) => text
    const words = mapTexts(fieldsOfMarkdown(shown(own)), withHeadings)
    const inName = titleInName(note.name, found.date)
    const title = titleOf(properties) || (isTitle(inName) && !ourNote.test(file) ? inName : '')
    const reflection = titled(title, words.overallReflection ?? '')
    const others = properties
      .filter(({ role }) => role !== 'title')
      .map((property) => ({ ...property, value: shown(property.value) }))
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
  return isOnlyDate(title, date) ? withoutMedia.slice(heading.length) : withoutMedia
}

/** The beginning of a file of Lisa's own export, in which nobody wrote the words as Markdown. */
const ourNote =
  /^---\ndate: \d{4}-\d{2}-\d{2}\n(?:mood: [a-z-]+\n)?(?<goals>goals:\n(?: {2}- ".*"\n)+)?---\n\n# /

/** The titles alone say too little of the goals that they name. */
function withoutOurGoals(file: string) {
  const { goals = '' } = ourNote.exec(file)?.groups ?? {}
  return { file: file.replace(goals, ''), goals: goals.split('\n  - ').length - 1 }
}

const fenced = /^[ \t>]*(?<fence>`{3,}(?=[^`\n]*$)|~{3,}(?!~))[^]*?(?:^[ \t>]*\k<fence>[`~]*[ \t]*$|(?![^]))/
/** Behind an empty line, unless it is an item within a list. */
const indented =
  /(?:(?<![^])|^[ \t]*\n)(?![ \t]*(?:[-*+]|\d+[.)])\s)(?:(?: {4}| {0,3}\t)[^\n]*(?:\n|(?![^])))+/
const inline = /(?<!`)(?<ticks>`{1,9})(?!`)[^\n]*?(?<!`)\k<ticks>(?!`)/
const code = [fenced, indented, inline].map(({ source }) => source).join('|')
const orCode = ({ source }: RegExp) => new RegExp(`(?<code>${code})|${source}`, 'gm')
const links = orCode(/!?\[\[(?<target>[^\][|\n]{1,300})(?:\|(?<shown>[^\][\n]{0,300}))?\]\]/)
const callouts = orCode(/^(?<quote>(?:> ?)+)\[!(?<kind>[\w-]{1,30})\][+-]?(?<title>.*)$/)

const replacedOutsideCode = (
  text: string,
  marks: RegExp,
  change: (groups: Record<string, string>) => string,
) =>
  text.replace(marks, (whole, ...captured) => {
    const groups = captured.at(-1)
    return groups.code === undefined ? change(groups) : whole
  })

/** Links and callouts as Obsidian shows them: `[[Anna|her]]` is `her`, and `> [!tip] Sleep` is `> Sleep`. */
const withoutObsidianMarks = (text: string) =>
  replacedOutsideCode(
    replacedOutsideCode(text, callouts, ({ quote, kind, title }) => `${quote}${title?.trim() || kind}`),
    links,
    ({ target = '', shown }) => shown || target.trim().replace(/^#+/, '').replaceAll('#', ' > '),
  )

/** A backslash keeps a line of words from being a heading. */
const withHeadings = (text: string) => text.replace(/^( {0,3}\\*)\\(?=#{1,2}(?:\s|$))/gm, '$1')

function joined(texts: Texts, others: Texts): Texts {
  const result = { ...texts }
  for (const [field, text] of Object.entries(others)) addTo(result, field as keyof Texts, text)
  return result
}
