import type { QueryClient } from '@tanstack/react-query'
import { goalFilter, timelines, type GoalFilter } from '@shared/goal-input'
import type { JournalEntryView } from '@shared/journal'
import type { JournalTextField } from '@shared/journal-fields'
import { asData, goalLine } from './prompt-lines'
import type { ToolDefinition } from './tool-definition'
import { voiceQueries } from './voice-queries'

type Deps = { client: QueryClient }

export const readPastJournals = ({ client }: Deps): ToolDefinition<number> => ({
  name: 'read_past_journals',
  description: 'Reads the latest journal entries, newest first.',
  parameters: {
    properties: { days: { type: 'number', description: 'How many', default: 7 } },
    required: [],
  },
  begin: 'Fetching past journals…',
  failure: 'Failed to read past journals',
  parse: daysOf,
  async work(days) {
    const entries = await client.fetchQuery(voiceQueries.recentEntries(days))
    return {
      line: counted(entries.length, 'Read', 'journal entry', 'journal entries'),
      output: entries.length
        ? asData(entries.map(entryText).join('\n\n'))
        : 'There are no journal entries yet.',
    }
  },
})

export const getGoals = ({ client }: Deps): ToolDefinition<GoalFilter> => ({
  name: 'get_goals',
  description: "Reads the user's goals, all of them or those of one timeline.",
  parameters: { properties: { timeline: { type: 'string', enum: timelines } }, required: [] },
  begin: 'Fetching goals…',
  failure: 'Failed to retrieve goals',
  parse(input) {
    const { timeline } = (input ?? {}) as { timeline?: unknown }
    return goalFilter.parse({ timeline: timeline || undefined })
  },
  async work(filter) {
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

const spokenFields: readonly JournalTextField[] = [
  'gratitude1',
  'gratitude2',
  'gratitude3',
  'dailyEvents',
  'wins',
]
const spokenLength = 600

function entryText(entry: JournalEntryView): string {
  const filled = spokenFields.filter((field) => entry[field].trim())
  return [
    `${entry.entryDate}, mood ${entry.mood}`,
    ...filled.map((field) => `${field}: ${entry[field].slice(0, spokenLength)}`),
  ].join('\n')
}
