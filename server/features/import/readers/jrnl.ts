import * as z from 'zod'
import { jsonItems } from '../json-items'
import { AppError } from '../../../http/errors'
import type { LeftOutItem, Reader, Upload } from '../source'
import { withoutDate } from './csv'
import { beginningOf, decodedText } from './decoded-text'
import { dateIn, type DayOrder, orderIn } from './found-dates'
import { LeftOut } from './left-out'
import { filesOf, type UploadedFile } from './upload-files'
import { hasWords, titled, withLines } from './words'

const jsonEntry = z.object({
  date: z.string(),
  time: z.string().catch(''),
  title: z.string().catch(''),
  body: z.string().catch(''),
  tags: z.array(z.string()).catch([]),
  starred: z.boolean().catch(false),
})

type JrnlEntry = { where: string; written: string; text: string; tags?: string[]; isStarred: boolean }

/** The journal file of jrnl itself, and what `jrnl --format json` and `--format text` write; in a ZIP a file for each day. */
export const jrnl: Reader = {
  source: 'jrnl',

  async recognises(upload) {
    // A ZIP of notes may hold one such file among others.
    if (upload.kind === 'zip' && filesOf(upload, /\.(?:md|markdown)$/i).length) return false
    for (const file of filesOf(upload, endings).slice(0, 5)) if (await kindOf(await file.look())) return true
    return false
  },

  async *read(upload, { timezone }) {
    const leftOut = new LeftOut()
    let order: Promise<DayOrder | undefined> | undefined
    for await (const entry of entriesOf(upload)) {
      if ('skipped' in entry) {
        yield entry
        continue
      }
      const { where, written, text, tags, isStarred } = entry
      let found = dateIn(written, { timezone })
      if (found === 'ambiguous') {
        order ??= orderOf(upload)
        found = dateIn(written, { timezone, order: await order })
      }
      if (!found || found === 'ambiguous') {
        yield { skipped: { where, reason: withoutDate(written, found) } }
        continue
      }
      leftOut.add('Stars', isStarred)
      // Tags are words of the text, unless a configuration says otherwise.
      const texts = withLines({ overallReflection: text }, [
        ['Tags', tags?.filter((tag) => !text.toLowerCase().includes(tag.toLowerCase()))],
      ])
      if (hasWords(texts)) yield { entry: { where, ...found, texts } }
      else leftOut.add('Entries without words', 1)
    }
    yield* leftOut.told('All entries')
  },
}

const endings = /\.(?:txt|json|jrnl|journal)$/i

async function kindOf(bytes: AsyncIterable<Buffer>): Promise<'text' | 'json' | undefined> {
  const beginning = (await beginningOf(bytes, 4096)).trimStart()
  if (/^\{\s*"tags"\s*:\s*\{[^{}]*\}\s*,\s*"entries"\s*:/.test(beginning)) return 'json'
  const [line = ''] = beginning.split(/\r?\n/, 1)
  const written = headOf(line)?.written
  return written && dateIn(written, { timezone: 'UTC' }) ? 'text' : undefined
}

const longestHead = 100
const head =
  /^(?:\[([^[\]]{8,60})\]|(\d{1,4}[-./]\d{1,2}[-./]\d{1,4} \d\d?:\d\d(?::\d\d)?(?: [AP]M)?))(?: |$)/i

/** `[2024-02-28 10:15:00 PM] Walked home.`; before version 2 without brackets. A star may end the line. */
function headOf(line: string) {
  const [whole = '', inBrackets, bare] = head.exec(line.slice(0, longestHead)) ?? []
  const written = inBrackets ?? bare
  if (!written) return undefined
  const title = line.slice(whole.length)
  const isStarred = title.endsWith(' *')
  return { written, title: isStarred ? title.slice(0, -2) : title, isStarred }
}

async function* entriesOf(upload: Upload): AsyncGenerator<JrnlEntry | LeftOutItem> {
  for (const file of filesOf(upload, endings)) {
    const where = file.name
    try {
      const kind = await kindOf(await file.read())
      if (kind === 'json') yield* entriesInJson(file)
      else if (kind === 'text') yield* entriesInText(file)
      else yield { skipped: { where, reason: 'It does not begin with an entry of jrnl.' }, isFile: true }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      yield { skipped: { where, reason: error.message }, isFile: true }
    }
  }
}

async function* entriesInJson(file: UploadedFile): AsyncGenerator<JrnlEntry | LeftOutItem> {
  let number = 0
  for await (const { value } of jsonItems(await file.read(), ['entries.*'])) {
    const where = `${file.name}, entry ${++number}`
    const { data } = jsonEntry.safeParse(value)
    if (!data) {
      yield { skipped: { where, reason: 'It has no date that can be read.' } }
      continue
    }
    const { date, time, title, body, tags, starred: isStarred } = data
    yield { where, written: `${date} ${time}`.trim(), text: titled(title, body), tags, isStarred }
  }
}

/** More than fits into an entry; what follows is cut, and told, where it is stored. */
const longestEntry = 100_000

async function* entriesInText(file: UploadedFile): AsyncGenerator<JrnlEntry> {
  let entry: JrnlEntry | undefined
  let number = 0
  for await (const line of linesOf(file)) {
    const begun = headOf(line)
    const isDate = begun && dateIn(begun.written, { timezone: 'UTC' })
    if (begun && isDate) {
      if (entry) yield { ...entry, text: entry.text.trim() }
      const { written, title, isStarred } = begun
      entry = { where: `${file.name}, entry ${++number}`, written, text: title, isStarred }
    } else if (entry && entry.text.length < longestEntry) entry.text += `\n${line}`
  }
  if (entry) yield { ...entry, text: entry.text.trim() }
}

/** A line that is longer than an entry comes in parts. */
async function* linesOf(file: UploadedFile): AsyncGenerator<string> {
  let rest = ''
  for await (const text of decodedText(await file.read())) {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > longestEntry) {
      yield rest
      rest = ''
    }
  }
  yield rest
}

/** Whether `3/4/2024` is in March or in April, the whole journal says. */
async function orderOf(upload: Upload): Promise<DayOrder | undefined> {
  const orders = new Set<DayOrder>()
  for await (const entry of entriesOf(upload)) {
    const order = 'written' in entry && orderIn(entry.written)
    if (order) orders.add(order)
  }
  return orders.size === 1 ? [...orders][0] : undefined
}
