import type { QueryClient } from '@tanstack/react-query'
import { goalFilter, goalInput, timelines, type GoalInput } from '@shared/goal-input'
import type { GoalView } from '@shared/goals'
import { journalEntryInput, type JournalEntryInput } from '@shared/journal-input'
import type { JournalEntryView } from '@shared/journal'
import { moods, type JournalTextField } from '@shared/journal-fields'
import type { Loaded } from '@/features/journal/journal-queries'
import { longDay } from '@/lib/dates'
import { writeEntry } from './fill-in-entry'
import { reasonOf } from './voice-problems'
import { goalLine } from './prompt-lines'
import { voiceQueries } from './voice-queries'
import type { ProgressLine } from './voice-state'

/** The same mutations and caches as the screens use. */
export type Deps = {
  client: QueryClient
  createGoal: (values: GoalInput) => Promise<GoalView>
  createEntry: (values: JournalEntryInput) => Promise<JournalEntryView>
  updateEntry: (change: { loaded: Loaded; values: JournalEntryInput }) => Promise<JournalEntryView>
  onProgress: (line: ProgressLine) => void
}

export type VoiceTool = {
  name: string
  description: string
  parameters: { properties: Record<string, unknown>; required: string[] }
  /** Resolves with the output for the model, also on failure. A repeated call id is executed once. */
  run: (input: unknown, callId: string) => Promise<string>
}

type ToolDefinition = Omit<VoiceTool, 'run'> & {
  begin: string
  failure: string
  work: (input: unknown) => Promise<{ line: string; output: string }>
}

const longestOutput = 20_000
const text = (description: string) => ({ type: 'string', description })

export function createVoiceTools(deps: Deps): VoiceTool[] {
  return [createJournalEntry(deps), createGoal(deps), readPastJournals(deps), getGoals(deps)].map(
    (definition) => toolOf(definition, deps.onProgress),
  )
}

function toolOf(
  { begin, failure, work, ...tool }: ToolDefinition,
  onProgress: Deps['onProgress'],
): VoiceTool {
  const answers = new Map<string, Promise<string>>()

  async function execute(input: unknown, id: string) {
    onProgress({ id, text: begin })
    try {
      const { line, output } = await work(input)
      onProgress({ id, text: `✓ ${line}` })
      return output.slice(0, longestOutput)
    } catch (error) {
      onProgress({ id, text: `✗ ${failure}` })
      return `${failure}: ${reasonOf(error)}`
    }
  }

  return {
    ...tool,
    run(input, callId) {
      const answer = answers.get(callId) ?? execute(input, callId)
      answers.set(callId, answer)
      return answer
    },
  }
}

const createJournalEntry = (deps: Deps): ToolDefinition => ({
  name: 'create_journal_entry',
  description:
    'Writes the journal entry of a day, after the user has agreed. A day that has an entry already is filled in: nothing in it is erased.',
  parameters: {
    properties: {
      entryDate: text('The day, as YYYY-MM-DD'),
      mood: { type: 'string', enum: moods },
      gratitude1: text('Something the user is grateful for'),
      gratitude2: text('A second thing the user is grateful for'),
      gratitude3: text('A third thing the user is grateful for'),
      dailyEvents: text('What happened'),
      wins: text('Wins'),
      wentWell: text('What went well'),
      challenges: text('What was challenging'),
      whatWasHard: text('What was hard'),
      goalProgress: text('Progress toward goals'),
      relationships: text('Family and relationships'),
      overallReflection: text('Overall reflection'),
    } satisfies Record<keyof JournalEntryInput, unknown>,
    required: ['entryDate'],
  },
  begin: 'Creating journal entry…',
  failure: 'Failed to create journal entry',
  async work(input) {
    const wanted = journalEntryInput.parse(input)
    const { entry, isNew } = await writeEntry(wanted, deps)
    const date = longDay(entry.entryDate)
    const kept =
      wanted.mood !== 'neutral' && entry.mood !== wanted.mood ? ` The mood stays ${entry.mood}.` : ''
    return isNew
      ? { line: `Journal entry created: ${date}`, output: `Journal entry for ${date} created.` }
      : {
          line: `Journal entry updated: ${date}`,
          output: `${date} had an entry already. It was filled in, and nothing in it was erased.${kept}`,
        }
  },
})

const createGoal = (deps: Deps): ToolDefinition => ({
  name: 'create_goal',
  description: 'Creates a goal, after the user has agreed.',
  parameters: {
    properties: {
      timeline: { type: 'string', enum: timelines, description: 'long-term is five years' },
      title: text('The goal in one sentence, at most 200 characters'),
      description: text('More about it'),
      motivation: text('Why it is important to the user'),
      successIndicators: text("How the user will know that they've achieved it"),
    } satisfies Record<keyof GoalInput, unknown>,
    required: ['timeline', 'title'],
  },
  begin: 'Creating goal…',
  failure: 'Failed to create goal',
  async work(input) {
    const { title, timeline } = await deps.createGoal(goalInput.parse(input))
    return { line: `Goal created: ${title}`, output: `Goal created: ${title} (${timeline}).` }
  },
})

const readPastJournals = ({ client }: Deps): ToolDefinition => ({
  name: 'read_past_journals',
  description: 'Reads the latest journal entries, newest first.',
  parameters: {
    properties: { days: { type: 'number', description: 'How many', default: 7 } },
    required: [],
  },
  begin: 'Fetching past journals…',
  failure: 'Failed to read past journals',
  async work(input) {
    const entries = await client.fetchQuery(voiceQueries.recentEntries(daysOf(input)))
    return {
      line: counted(entries.length, 'Read', 'journal entry', 'journal entries'),
      output: entries.map(entryText).join('\n\n') || 'There are no journal entries yet.',
    }
  },
})

const getGoals = ({ client }: Deps): ToolDefinition => ({
  name: 'get_goals',
  description: "Reads the user's goals, all of them or those of one timeline.",
  parameters: { properties: { timeline: { type: 'string', enum: timelines } }, required: [] },
  begin: 'Fetching goals…',
  failure: 'Failed to retrieve goals',
  async work(input) {
    const { timeline } = (input ?? {}) as { timeline?: unknown }
    const filter = goalFilter.parse({ timeline: timeline || undefined })
    const goals = await client.fetchQuery(voiceQueries.goals(filter))
    return {
      line: counted(goals.length, 'Found', 'goal', 'goals'),
      output: goals.map(goalLine).join('\n') || 'No goals found. Invite the user to create one.',
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
