import type { Readable } from 'node:stream'
import { z } from 'zod'
import { timelines } from '@shared/goal-input'
import { type JournalTextField, journalTextFields, moods } from '@shared/journal-fields'
import { AppError } from '../../../http/errors'
import { jsonItems } from '../json-items'
import type { Found, Reader, Upload } from '../source'

const newestVersion = 1

const text = z.string().optional().catch(undefined)
const texts = Object.fromEntries(journalTextFields.map((field) => [field, text])) as Record<
  JournalTextField,
  typeof text
>
const entryRow = z.object({
  entryDate: z.string(),
  mood: z.enum(moods).optional().catch(undefined),
  createdAt: text,
  updatedAt: text,
  ...texts,
})
const goalText = z.string().nullish().catch(null)
const goalRow = z.object({
  title: z.string(),
  timeline: z.enum(timelines),
  description: goalText,
  motivation: goalText,
  successIndicators: goalText,
  achievedAt: goalText,
  keptOn: goalText,
  createdAt: text,
  updatedAt: text,
})

/** The file of an export of Lisa, alone or in its ZIP (docs/export-format.md). */
export const lisa: Reader = {
  source: 'Lisa',
  recognises: async (upload) => {
    for await (const chunk of await contentOf(upload)) return /"format"\s*:\s*"lisa"/.test(String(chunk))
    return false
  },
  async *read(upload) {
    await requireKnownVersion(upload)
    yield {
      skipped: {
        where: 'lisa.json',
        reason: 'Settings, text messages, summaries, talks, reminders and events are not imported',
      },
    }
    const counts = { entries: 0, goals: 0 }
    for await (const { path, value } of jsonItems(await contentOf(upload), ['entries.*', 'goals.*']))
      if (path === 'entries.*') yield entryOf(value, ++counts.entries)
      else if (path === 'goals.*') yield goalOf(value, ++counts.goals)
  },
}

/** Nothing, where the file is no such one. In a ZIP that was packed anew it may be in a folder. */
async function contentOf(upload: Upload): Promise<Readable | AsyncIterable<Buffer>> {
  if (upload.kind === 'json') return upload.read()
  const name = upload.kind === 'zip' && upload.names.find((name) => /^([^/]+\/)?lisa\.json$/.test(name))
  return name ? upload.read(name) : nothing()
}

async function* nothing(): AsyncGenerator<Buffer> {}

async function requireKnownVersion(upload: Upload) {
  for await (const { value } of jsonItems(await contentOf(upload), ['version'])) {
    if (typeof value === 'number' && value > newestVersion)
      throw new AppError(400, 'The file was exported by a newer version of Lisa than this one.')
    if (value === newestVersion) return
  }
  throw new AppError(400, 'The file does not say which version of the format it has.')
}

function entryOf(value: unknown, count: number): Found {
  const { data } = entryRow.safeParse(value)
  if (!data) return { skipped: { where: `Entry ${count}`, reason: 'It has no date' } }
  const { entryDate: date, mood, createdAt, updatedAt, ...texts } = data
  return { entry: { where: date, date, mood, createdAt, updatedAt, texts } }
}

function goalOf(value: unknown, count: number): Found {
  const { data } = goalRow.safeParse(value)
  if (!data) return { skipped: { where: `Goal ${count}`, reason: 'Its title or its timeline is missing' } }
  return { goal: { ...data, where: data.title } }
}
