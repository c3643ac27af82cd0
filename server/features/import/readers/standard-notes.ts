import * as z from 'zod'
import { jsonItems } from '../json-items'
import type { Found, Reader, Upload } from '../source'
import { beginningOf } from './decoded-text'
import { dateAt, dateIn, type FoundDate } from './found-dates'
import { htmlAsText, textOf } from '../../../html/html-text'
import { LeftOut } from './left-out'
import { lexicalAsText } from './lexical-text'
import { filesOf, type UploadedFile } from './upload-files'
import { fieldsOfMarkdown, hasWords, titled, withLines } from './words'

const text = z.string().catch('')

const reference = z.object({ uuid: z.string(), content_type: text })
const item = z.object({
  uuid: text,
  content_type: z.string(),
  created_at: text,
  deleted: z.boolean().catch(false),
  content: z
    .union([
      /** Encrypted. */
      z.string(),
      z.object({
        title: text,
        text,
        noteType: text,
        editorIdentifier: text,
        trashed: z.boolean().catch(false),
        references: z.array(reference).catch([]),
      }),
    ])
    .nullish()
    .catch(undefined),
})
type Item = z.infer<typeof item>
type Content = Exclude<Item['content'], string | null | undefined>

/** A backup: a ZIP with all of it in one file of JSON, or that file. */
export const standardNotes: Reader = {
  source: 'Standard Notes',

  recognises: async (upload) => (await backupIn(upload)) !== undefined,

  async *read(upload, { timezone }) {
    const file = await backupIn(upload)
    if (file) yield* foundIn(file, timezone)
  },

  // Beside the backup each item has a file of its own, with the beginning of its id.
  repeats: (name) => /(?:^|\/)Items\/[^/]+\/[^/]*-[0-9a-f]{8}\.\w+$/.test(name),
}

async function backupIn(upload: Upload): Promise<UploadedFile | undefined> {
  const files = filesOf(upload, /^(?:[^/]+\/)?[^/]+\.(?:txt|json)$/i)
  const named = files.filter(({ name }) => /standard.?notes/i.test(name))
  for (const file of [...named, ...files].slice(0, 20)) {
    const beginning = await beginningOf(await file.look())
    if (/^\s*\{[^{}[\]]*"items"\s*:\s*\[\s*\{[^]*"content_type"\s*:/.test(beginning)) return file
  }
  return undefined
}

async function* foundIn(file: UploadedFile, timezone: string): AsyncGenerator<Found> {
  const leftOut = new LeftOut()
  const tags = await tagsIn(file)
  let number = 0
  let encrypted = 0
  for await (const { value } of jsonItems(await file.read(), ['items.*'])) {
    number += 1
    const { data: note } = item.safeParse(value)
    if (!note) yield { skipped: { where: `${file.name}, item ${number}`, reason: 'It is damaged.' } }
    else if (typeof note.content === 'string') encrypted += 1
    else if (note.deleted || !note.content) leftOut.add('Deleted items', 1)
    else if (note.content_type === 'Note')
      yield foundNote(note, note.content, { timezone, tags: tags.get(note.uuid) })
    else if (note.content_type !== 'Tag') leftOut.add(kindOf(note.content_type), 1)
  }
  if (encrypted)
    yield {
      skipped: {
        where: file.name,
        reason: `It is encrypted (${encrypted.toLocaleString('en')}). Download a decrypted backup from Standard Notes.`,
      },
      isFile: true,
    }
  yield* leftOut.told(file.name)
}

const kindOf = (type: string) => (/file/i.test(type) ? 'Attached files' : 'Settings and extensions')

/** The names of the tags of each note, which the tags themselves list. */
async function tagsIn(file: UploadedFile): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for await (const { value } of jsonItems(await file.read(), ['items.*'])) {
    const { data: tag } = item.safeParse(value)
    if (tag?.content_type !== 'Tag' || !tag.content || typeof tag.content === 'string') continue
    for (const { uuid } of tag.content.references) {
      const names = found.get(uuid) ?? []
      found.set(uuid, names)
      names.push(tag.content.title)
    }
  }
  return found
}

type Context = { timezone: string; tags: string[] | undefined }

function foundNote({ uuid, created_at }: Item, content: Content, { timezone, tags }: Context): Found {
  const { title, trashed, noteType } = content
  const where = title || `Note ${uuid}`
  const skipped = (reason: string): Found => ({ skipped: { where, reason } })
  const day = dayOf(title, created_at, timezone)
  const words = wordsOf(content)
  if (trashed) return skipped('It is in the trash.')
  if (words === undefined) return skipped(`It is a note of a kind that holds no text (${noteType}).`)
  if (!day) return skipped('It has no date that can be read.')
  const isOnlyDate = title === day.date
  const texts = withLines(fieldsOfMarkdown(titled(isOnlyDate ? '' : title, words)), [['Tags', tags]])
  return hasWords(texts) ? { entry: { where, ...day, texts } } : skipped('It has no words.')
}

const mostWordsOfDate = 5

/** A title that is a date says the day that the note is about. */
function dayOf(title: string, createdAt: string, timezone: string): FoundDate | undefined {
  const created = dateAt(new Date(createdAt), timezone)
  const isShort = title.split(/\s+/, mostWordsOfDate + 1).length <= mostWordsOfDate
  const named = isShort ? dateIn(title, { timezone }) : undefined
  return named && named !== 'ambiguous' && named.date !== created?.date ? named : created
}

/** Undefined for what is no text: an authenticator's secrets, a table. */
function wordsOf({ text, noteType, editorIdentifier }: Content): string | undefined {
  if (/^(?:authentication|spreadsheet)$/.test(noteType)) return undefined
  if (noteType === 'super' || /super/.test(editorIdentifier)) return lexicalAsText(text)
  if (noteType === 'rich-text') return htmlAsText(text)
  return noteType ? text : textOf(text)
}
