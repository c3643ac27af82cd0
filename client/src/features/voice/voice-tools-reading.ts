import type { QueryClient } from '@tanstack/react-query'
import { goalFilter, timelines, type GoalFilter } from '@shared/goals'
import { entryRecord, type JournalEntryView } from '@shared/journal'
import { asData, goalLine, longestData } from './prompt-lines'
import type { ReadDay } from './read-in-talk'
import type { ReadingTool } from './tool-definition'
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
    const entries = await client.fetchQuery(voiceQueries.recentEntries(days))
    const read = fitting(entries.map((entry) => dayRead(entry, entryText(entry))))
    return {
      line: counted(entries.length, 'Read', 'journal entry', 'journal entries'),
      output: entries.length ? dataOf(read) : 'There are no journal entries yet.',
      days: read,
    }
  },
})

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
    const days = fitting([{ text: goals.map(goalLine).join('\n') }])
    return {
      line: counted(goals.length, 'Found', 'goal', 'goals'),
      output: goals.length ? dataOf(days) : 'No goals found. Invite the user to create one.',
      days,
    }
  },
})

/** What of it goes into one output: whatever comes first, cut where the room ends. */
function fitting(days: ReadDay[]): ReadDay[] {
  let room = longestData
  return days.flatMap((day) => {
    const text = cutToBytes(day.text, room)
    room -= jsonBytes(text + between)
    return text ? [{ ...day, text }] : []
  })
}

const between = '\n\n'
const dataOf = (days: ReadDay[]) => asData(days.map(({ text }) => text).join(between))
const dayRead = ({ entryDate, id }: JournalEntryView, text: string): ReadDay => ({
  date: entryDate,
  id,
  text,
})

const counted = (count: number, verb: string, one: string, many: string) =>
  count === 0 ? `No ${many} yet` : `${verb} ${count} ${count === 1 ? one : many}`

function daysOf(input: unknown): number {
  const days = Math.round(Number((input as { days?: unknown } | null)?.days ?? 7))
  return days >= 1 ? Math.min(days, 3660) : 7
}

const spokenFields = entryRecord.texts.filter((field) => entryRecord.textField(field).spoken)
const spokenLength = 600

function entryText(entry: JournalEntryView): string {
  const values = entryRecord.values(entry)
  const filled = spokenFields.filter((field) => values[field].trim())
  return [
    values.mood ? `${values.entryDate}, mood ${values.mood}` : values.entryDate,
    ...filled.map((field) => `${field}: ${values[field].slice(0, spokenLength)}`),
  ].join('\n')
}
