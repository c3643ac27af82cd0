import * as z from 'zod/mini'
import { addDays } from '@shared/dates'
import { goalInput, goalRecord, type GoalInput, type GoalValues, type GoalView } from '@shared/goals'
import {
  entryRecord,
  type EntryValues,
  journalEntryInput,
  type JournalEntryInput,
  type JournalEntryView,
} from '@shared/journal'
import { goalSender } from '@/features/goals/saves-queries'
import { entrySender } from '@/features/journal/saves-queries'
import { longDay } from '@/lib/dates/dates'
import { today } from '@/lib/dates/days'
import { parametersOf, type WritingTool } from './tool-definition'
import { undoOfEntry } from './undo'

/** A hundred years, in days. */
const longestAgo = 36_525
const daysFromNow = (days: number) => addDays(today(), days)
const askWhich = () => `Today is ${today()}. Ask which day the user means.`

/** The model may have the wrong year. Tomorrow is accepted: the day may end while one talks of it. */
export const onSpokenDay = [
  z.refine<{ entryDate: string }>(({ entryDate }) => entryDate <= daysFromNow(1), {
    path: ['entryDate'],
    error: () => `That day is in the future. ${askWhich()}`,
  }),
  z.refine<{ entryDate: string }>(({ entryDate }) => entryDate >= daysFromNow(-longestAgo), {
    path: ['entryDate'],
    error: () => `That day is too long ago. ${askWhich()}`,
  }),
] as const

const spokenEntry = journalEntryInput.check(...onSpokenDay)

export const createJournalEntry: WritingTool<JournalEntryInput, Partial<EntryValues>, JournalEntryView> = {
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
  text: ({ entryDate }) => `Journal entry: ${longDay(entryDate)}`,
  title: ({ entryDate }) => longDay(entryDate),
  sender: entrySender,
  // Without a mood that the user has not named, since it would count as chosen.
  save: ({ mood, ...texts }) => ({
    subject: texts.entryDate,
    values: { ...texts, ...(mood && { mood }) },
    isAddition: true,
  }),
  undo: undoOfEntry,
  told(entry, wanted, before) {
    const date = longDay(entry.entryDate)
    const href = `/journal/edit/${entry.id}`
    // An entry that was there may have its first version still, where this changed nothing.
    const isNew = !before && entry.updatedAt === entry.createdAt
    const kept = wanted.mood && entry.mood !== wanted.mood ? ` The mood stays ${entry.mood}.` : ''
    return isNew
      ? { line: `Journal entry created: ${date}`, output: `Journal entry for ${date} created.`, href }
      : {
          line: `Journal entry updated: ${date}`,
          output: `${date} had an entry already. It was filled in, and nothing in it was erased.${kept}`,
          href,
        }
  },
}

export const createGoal: WritingTool<GoalInput, Partial<GoalValues>, GoalView> = {
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
  text: ({ title }) => `Goal: ${title}`,
  title: ({ title }) => title,
  sender: goalSender,
  save: (wanted, key) => ({ subject: key, values: goalRecord.values(wanted) }),
  // One that was changed since comes back as the answer to a repeated request.
  undo: ({ id, updatedAt, createdAt }) =>
    updatedAt === createdAt ? { kind: 'goal', id, updatedAt } : undefined,
  told: ({ id, title, timeline }) => ({
    line: `Goal created: ${title}`,
    output: `Goal created: ${title} (${timeline}).`,
    href: `/goals/edit/${id}`,
  }),
}
