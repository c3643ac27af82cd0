import type { QueryClient } from '@tanstack/react-query'
import { goalFilter, timelines, type GoalFilter } from '@shared/goals'
import { entryRecord, type JournalEntryView } from '@shared/journal'
import { asData, goalLine } from './prompt-lines'
import type { ReadingTool } from './tool-definition'
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
    return {
      line: counted(entries.length, 'Read', 'journal entry', 'journal entries'),
      output: entries.length
        ? asData(entries.map(entryText).join('\n\n'))
        : 'There are no journal entries yet.',
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
    return {
      line: counted(goals.length, 'Found', 'goal', 'goals'),
      output: goals.length
        ? asData(goals.map(goalLine).join('\n'))
        : 'No goals found. Invite the user to create one.',
    }
  },
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
