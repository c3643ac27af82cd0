import type { Readable } from 'node:stream'
import { z } from 'zod'
import { goalRecord } from '@shared/goals'
import { entryRecord, isMoodChosen, moods } from '@shared/journal'
import { AppError } from '../../../http/errors'
import { jsonItems } from '../json-items'
import type { Found, Reader, Upload } from '../source'

const newestVersion = 1

const text = z.string().optional().catch(undefined)
const entryTimes = z.object({ createdAt: text, updatedAt: text }).catch({})
const entryMood = z.object({
  mood: z.enum(moods).optional().catch(undefined),
  moodChosen: z.boolean().optional().catch(undefined),
})
const goalTimes = z
  .object({ id: text, createdAt: text, updatedAt: text, achievedAt: text, keptOn: text })
  .catch({})

/** The file of an export of Lisa, alone or in its ZIP (docs/export-format.md). */
export const lisa: Reader = {
  source: 'Lisa',
  recognises: async (upload) => {
    for await (const chunk of await contentOf(upload)) return /"format"\s*:\s*"lisa"/.test(String(chunk))
    return false
  },
  repeats: (name, names) => copies.test(name.slice(fileIn(names)?.replace(/lisa\.json$/, '').length)),
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

/** What an export holds beside its JSON, to be read by people. */
const copies = /^(?:goals\.md|index\.html|journal\/\d{4}\/\d{4}-\d{2}-\d{2}\.md)$/

/** In a ZIP that was packed anew it may be in a folder. */
const fileIn = (names: string[]) => names.find((name) => /^([^/]+\/)?lisa\.json$/.test(name))

/** Empty if there is no `lisa.json`. */
async function contentOf(upload: Upload): Promise<Readable | AsyncIterable<Buffer>> {
  if (upload.kind === 'json') return upload.read()
  const name = upload.kind === 'zip' && fileIn(upload.names)
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
  const { entryDate: date, mood: _, goalIds, ...texts } = entryRecord.read(value)
  if (date === undefined) return { skipped: { where: `Entry ${count}`, reason: 'It has no date' } }
  const mood = entryMood.parse(value)
  return {
    entry: {
      where: date,
      date,
      ...mood,
      moodChosen: isMoodChosen(mood),
      texts,
      goalIds,
      ...entryTimes.parse(value),
    },
  }
}

function goalOf(value: unknown, count: number): Found {
  const { title, timeline, ...texts } = goalRecord.read(value)
  if (title === undefined || timeline === undefined)
    return { skipped: { where: `Goal ${count}`, reason: 'Its title or its timeline is missing' } }
  return { goal: { where: title, title, timeline, ...texts, ...goalTimes.parse(value) } }
}
