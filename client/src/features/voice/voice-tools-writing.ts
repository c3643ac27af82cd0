import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { addDays } from '@shared/dates'
import { goalInput, goalRecord, type GoalInput, type GoalView } from '@shared/goals'
import {
  entryRecord,
  journalEntryInput,
  type JournalEntryInput,
  type JournalEntryView,
} from '@shared/journal'
import type { Loaded } from '@/lib/pending-saves'
import type { Repeatable } from '@/lib/api'
import { longDay } from '@/lib/dates'
import { today } from '@/lib/days'
import { writeEntry } from './fill-in-entry'
import { parametersOf, type ToolDefinition } from './tool-definition'
import { repeated, tryLimitMs } from './voice-writes'

type EntryUpdate = { loaded: Loaded; values: JournalEntryInput; limitMs?: number }

/** The same mutations and caches as the screens use. */
export type Mutations = {
  createGoal: (values: GoalInput & Repeatable) => Promise<GoalView>
  createEntry: (values: JournalEntryInput & Repeatable) => Promise<JournalEntryView>
  updateEntry: (change: EntryUpdate) => Promise<JournalEntryView>
}

type Deps = Mutations & { client: QueryClient }

const limitMs = tryLimitMs

/** A hundred years, in days. */
const longestAgo = 36_525
const daysFromNow = (days: number) => addDays(today(), days)
const askWhich = () => `Today is ${today()}. Ask which day the user means.`

/** The model may have the wrong year. Tomorrow is accepted: the day may end while one talks of it. */
const spokenEntry = journalEntryInput.check(
  z.refine(({ entryDate }) => entryDate <= daysFromNow(1), {
    path: ['entryDate'],
    error: () => `That day is in the future. ${askWhich()}`,
  }),
  z.refine(({ entryDate }) => entryDate >= daysFromNow(-longestAgo), {
    path: ['entryDate'],
    error: () => `That day is too long ago. ${askWhich()}`,
  }),
)

export const createJournalEntry = (deps: Deps): ToolDefinition<JournalEntryInput> => ({
  name: 'create_journal_entry',
  description:
    'Writes the journal entry of a day, after the user has agreed. A day that has an entry already is filled in: nothing in it is erased.',
  parameters: {
    properties: parametersOf(entryRecord, {
      entryDate: 'The day, as YYYY-MM-DD',
      gratitude1: 'Something the user is grateful for',
      gratitude2: 'A second thing the user is grateful for',
      gratitude3: 'A third thing the user is grateful for',
    }),
    required: ['entryDate'],
  },
  begin: 'Creating journal entry…',
  failure: 'Failed to create journal entry',
  parse: (input) => spokenEntry.parse(input),
  saves: ({ entryDate }) => `Journal entry: ${longDay(entryDate)}`,
  async work(wanted, idempotencyKey) {
    const { entry, isNew } = await writeEntry(wanted, {
      client: deps.client,
      createEntry: (values) => repeated(() => deps.createEntry({ ...values, idempotencyKey, limitMs })),
      updateEntry: (change) => repeated(() => deps.updateEntry({ ...change, limitMs })),
    })
    const date = longDay(entry.entryDate)
    const href = `/journal/edit/${entry.id}`
    const kept =
      wanted.mood !== 'neutral' && entry.mood !== wanted.mood ? ` The mood stays ${entry.mood}.` : ''
    return isNew
      ? { line: `Journal entry created: ${date}`, output: `Journal entry for ${date} created.`, href }
      : {
          line: `Journal entry updated: ${date}`,
          output: `${date} had an entry already. It was filled in, and nothing in it was erased.${kept}`,
          href,
        }
  },
})

export const createGoal = (deps: Deps): ToolDefinition<GoalInput> => ({
  name: 'create_goal',
  description: 'Creates a goal, after the user has agreed.',
  parameters: {
    properties: parametersOf(goalRecord, {
      timeline: 'long-term is five years',
      title: 'The goal in one sentence, at most 200 characters',
    }),
    required: ['timeline', 'title'],
  },
  begin: 'Creating goal…',
  failure: 'Failed to create goal',
  parse: (input) => goalInput.parse(input),
  saves: ({ title }) => `Goal: ${title}`,
  async work(wanted, idempotencyKey) {
    const { id, title, timeline } = await repeated(() =>
      deps.createGoal({ ...wanted, idempotencyKey, limitMs }),
    )
    return {
      line: `Goal created: ${title}`,
      output: `Goal created: ${title} (${timeline}).`,
      href: `/goals/edit/${id}`,
    }
  },
})
