import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { day } from '@shared/day'
import { mergedRanges, occurrences, searchWords } from '@shared/fold'
import { goalFilter, timelines, type GoalFilter } from '@shared/goals'
import { entryRecord, type JournalEntryView, type JournalTextField } from '@shared/journal'
import { textLimits } from '@shared/text'
import { boundedText } from '@shared/text-input'
import { longDay } from '@/lib/dates/dates'
import { asData, goalLine, longestData } from './prompt-lines'
import type { ReadDay, ReadingTool } from './tool-definition'
import { cutToBytes, jsonBytes } from './utf8'
import { voiceQueries } from './voice-queries'

type Deps = { client: QueryClient }

export const readPastJournals = ({ client }: Deps): ReadingTool<number> => ({
  name: 'read_past_journals',
  description: 'Reads the latest journal entries, newest first.',
  parameters: {
    properties: { days: { type: 'number', description: 'How many', default: 7 } },
    required: [],
  },
  begin: 'Fetching past journals…',
  failure: 'Failed to read past journals',
  parse: daysOf,
  async read(days) {
    const entries = await client.fetchQuery(voiceQueries.entries({ limit: days }))
    const { output, days: read } = fitting(
      entries.map((entry) => dayRead(entry, spokenFields, (text) => text.slice(0, spokenLength))),
    )
    return {
      line: counted(entries.length, 'Read', 'journal entry', 'journal entries'),
      output: entries.length ? output : 'There are no journal entries yet.',
      days: read,
    }
  },
})

const mostFound = 20
const aroundHit = 150
const search = z
  .object({
    words: z.optional(boundedText(textLimits.search)),
    from: z.optional(day),
    to: z.optional(day),
  })
  .check(
    z.refine(({ words, from, to }) => Boolean(words || from || to), {
      path: ['words'],
      error: 'Give words to search for, or days',
    }),
  )

export const searchJournal = ({ client }: Deps): ReadingTool<z.infer<typeof search>> => ({
  name: 'search_journal',
  description: `Searches all of the journal: the newest ${mostFound} entries, in part. Without words, the entries of the days.`,
  parameters: {
    properties: {
      words: { type: 'string', description: 'Few, as the user writes them: an entry must have each' },
      from: { type: 'string', description: 'First day, as YYYY-MM-DD' },
      to: { type: 'string', description: 'Last day' },
    },
    required: [],
  },
  begin: 'Searching the journal…',
  failure: 'Failed to search the journal',
  parse(input) {
    const { words, from, to } = (input ?? {}) as Record<string, unknown>
    return search.parse({ words: orNone(words), from: orNone(from), to: orNone(to) })
  },
  async read({ words = '', from, to }) {
    const found = await client.fetchQuery(voiceQueries.entries({ q: words, from, to, limit: mostFound + 1 }))
    if (!found.length)
      return { line: 'No journal entries found', output: 'Nothing was found: say so.', days: [] }
    const entries = found.slice(0, mostFound)
    const folded = searchWords(words)
    // Each has its share of the output.
    const room = longestData / entries.length - jsonBytes(between)
    const days = entries
      .map((entry) => dayRead(entry, entryRecord.texts, (text) => excerptsOf(text, folded)))
      .map((read) => ({ ...read, text: cutToBytes(read.text, room) }))
    const more = found.length > mostFound ? 'There are more: these are the newest. ' : ''
    return {
      line: counted(entries.length, 'Found', 'journal entry', 'journal entries'),
      output: more + dataOf(days),
      days,
    }
  },
})

const onDate = z.object({ date: day })

export const readDay = ({ client }: Deps): ReadingTool<string> => ({
  name: 'read_day',
  description: 'Reads all that the user has written on a day.',
  parameters: {
    properties: { date: { type: 'string', description: 'As YYYY-MM-DD' } },
    required: ['date'],
  },
  begin: 'Reading a day…',
  failure: 'Failed to read the day',
  parse: (input) => onDate.parse(input).date,
  async read(date) {
    const entry = await client.fetchQuery(voiceQueries.entryOf(date))
    if (!entry)
      return {
        line: `Nothing written on ${longDay(date)}`,
        output: `Nothing is written on ${date}: say so.`,
        days: [],
      }
    return { line: `Read ${longDay(date)}`, ...fitting([dayRead(entry, entryRecord.texts)]) }
  },
})

/** Models may give '' for what they leave out. */
const orNone = (value: unknown) => (typeof value === 'string' ? value.trim() : value) || undefined

/** `text` around each place that has one of the folded `words`; its beginning where there are no words. */
function excerptsOf(text: string, words: string[]): string {
  const hits = words.length ? occurrences(text, words) : [{ start: 0, end: aroundHit }]
  const ranges = hits.map(({ start, end }) => ({
    start: Math.max(0, start - aroundHit),
    end: Math.min(end + aroundHit, text.length),
  }))
  return mergedRanges(ranges)
    .map(({ start, end }) => {
      // Without half of a character that was cut.
      const part = text.slice(start, end).replace(/\p{Surrogate}/gu, '')
      return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`
    })
    .join(' ')
}

export const getGoals = ({ client }: Deps): ReadingTool<GoalFilter> => ({
  name: 'get_goals',
  description: "Reads the user's goals, all of them or those of one timeline.",
  parameters: { properties: { timeline: { type: 'string', enum: timelines } }, required: [] },
  begin: 'Fetching goals…',
  failure: 'Failed to retrieve goals',
  parse(input) {
    const { timeline } = (input ?? {}) as { timeline?: unknown }
    return goalFilter.parse({ timeline: timeline || undefined })
  },
  async read(filter) {
    const goals = await client.fetchQuery(voiceQueries.goals(filter))
    const { output, days } = fitting([{ text: goals.map(goalLine).join('\n') }])
    return {
      line: counted(goals.length, 'Found', 'goal', 'goals'),
      output: goals.length ? output : 'No goals found. Invite the user to create one.',
      days,
    }
  },
})

/** The texts that fit into one output, from the first one on; the last of them is cut, and the model is told so. */
function fitting(all: ReadDay[]): { output: string; days: ReadDay[] } {
  let room = longestData
  const days = all.flatMap((day) => {
    const text = cutToBytes(day.text, room)
    room -= jsonBytes(text + between)
    return text ? [{ ...day, text }] : []
  })
  const isCut = days.length < all.length || days.some(({ text }, i) => text !== all[i]?.text)
  return { output: (isCut ? 'It is longer: this is its beginning. ' : '') + dataOf(days), days }
}

const between = '\n\n'
const dataOf = (days: ReadDay[]) => asData(days.map(({ text }) => text).join(between))

const counted = (count: number, verb: string, one: string, many: string) =>
  count === 0 ? `No ${many} yet` : `${verb} ${count} ${count === 1 ? one : many}`

function daysOf(input: unknown): number {
  const days = Math.round(Number((input as { days?: unknown } | null)?.days ?? 7))
  return days >= 1 ? Math.min(days, 3660) : 7
}

const spokenFields = entryRecord.texts.filter((field) => entryRecord.textField(field).spoken)
const spokenLength = 600

/** The day and the mood of an entry, and what `shown` gives of each of `fields`. */
function dayRead(
  entry: JournalEntryView,
  fields: readonly JournalTextField[],
  shown = (text: string) => text,
): ReadDay {
  const values = entryRecord.values(entry)
  const { entryDate, mood } = values
  const parts = fields.map((field) => [field, shown(values[field])] as const)
  const lines = parts.flatMap(([field, text]) => (text.trim() ? [`${field}: ${text}`] : []))
  return {
    date: entryDate,
    id: entry.id,
    text: [mood ? `${entryDate}, mood ${mood}` : entryDate, ...lines].join('\n'),
  }
}
