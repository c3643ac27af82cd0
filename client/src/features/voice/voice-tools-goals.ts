import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { GoalView } from '@shared/goals'
import { entryRecord, type EntryValues, journalEntryInput, type JournalEntryView } from '@shared/journal'
import { goalQueries } from '@/features/goals/goals-queries'
import { type GoalMark, goalMarkSender, markedFrom } from '@/features/goals/marks-queries'
import { entrySender } from '@/features/journal/saves-queries'
import { longDay } from '@/lib/dates/dates'
import { today } from '@/lib/dates/days'
import { openGoalNamed } from './goal-by-title'
import type { WritingTool } from './tool-definition'
import { undoOfEntry } from './undo'
import { VoiceProblem } from './voice-problems'
import { voiceQueries } from './voice-queries'
import { onSpokenDay } from './voice-tools-writing'

const goalParameter = { type: 'string', description: 'The title of an open goal' }
const goalTitle = z.string('Goal must be a title').check(z.trim(), z.minLength(1, 'Goal is required'))

/** In what is known already, since the server may be out of reach; else in the goals as they are now. */
async function openGoal(title: string, client: QueryClient): Promise<GoalView> {
  const known = client.getQueryData(goalQueries.list().queryKey) ?? []
  try {
    return openGoalNamed(title, known)
  } catch {
    return openGoalNamed(title, await client.fetchQuery(voiceQueries.goals()))
  }
}

const progressInput = z
  .object({
    goal: goalTitle,
    goalId: z.optional(z.guid()),
    entryDate: journalEntryInput.shape.entryDate,
    note: journalEntryInput.shape.goalProgress,
  })
  .check(...onSpokenDay)
type Progress = z.infer<typeof progressInput>

export const noteProgress: WritingTool<Progress, Partial<EntryValues>, JournalEntryView> = {
  name: 'note_progress',
  description:
    'Notes in the journal that the user worked on one of their goals on a day, after the user has agreed.',
  parameters: {
    properties: {
      goal: goalParameter,
      entryDate: { type: 'string', description: 'The day, as YYYY-MM-DD; today if left out' },
      note: { type: 'string', description: "What they did, in the user's words" },
    },
    required: ['goal'],
  },
  begin: 'Noting progress…',
  failure: 'Failed to note progress',
  parse(input) {
    const { entryDate, ...rest } = Object(input) as Record<string, unknown>
    return progressInput.parse({ ...rest, entryDate: entryDate || today() })
  },
  async resolve(wanted, client) {
    if (wanted.goalId) return wanted
    const { id, title } = await openGoal(wanted.goal, client)
    return { ...wanted, goalId: id, goal: title }
  },
  isOnce: true,
  text: ({ goal }) => `Progress: ${goal}`,
  title: ({ goal }) => goal,
  sender: entrySender,
  save: ({ entryDate, goalId, note }) => ({
    subject: entryDate,
    values: { entryDate, goalProgress: note, goalIds: goalId ? [goalId] : [] },
    isAddition: true,
  }),
  undo: undoOfEntry,
  told({ id, entryDate, goalIds }, { goal, goalId, note }) {
    const href = `/journal/edit/${id}`
    if (!goalIds.some((linked) => linked === goalId)) {
      const isFull = goalIds.length >= entryRecord.fields.goalIds.most
      const reason = isFull
        ? 'That day has as many goals as a day can have.'
        : 'That goal was deleted meanwhile.'
      if (!note.trim()) throw new VoiceProblem(reason)
      const output = `${reason} The words were saved without the goal.`
      return { line: `Words saved without the goal: ${goal}`, output, reason, href }
    }
    return {
      line: `Progress noted: ${goal}`,
      output: `Progress on "${goal}" noted for ${longDay(entryDate)}.`,
      href,
    }
  },
}

const achievedInput = z.object({
  goal: goalTitle,
  /** The goal as it was found. */
  base: z.optional(
    z.object({
      id: z.guid(),
      updatedAt: z.string(),
      achieved: z.optional(z.boolean()),
      keptOn: z.optional(z.nullable(z.string())),
    }),
  ),
})
type Achieved = z.infer<typeof achievedInput>

export const markGoalAchieved: WritingTool<Achieved, GoalMark, GoalView | undefined> = {
  name: 'mark_goal_achieved',
  description: 'Marks one of the open goals as achieved, after the user has agreed.',
  parameters: { properties: { goal: goalParameter }, required: ['goal'] },
  begin: 'Marking goal as achieved…',
  failure: 'Failed to mark goal as achieved',
  parse: (input) => achievedInput.parse(input),
  async resolve(wanted, client) {
    if (wanted.base) return wanted
    const goal = await openGoal(wanted.goal, client)
    return { goal: goal.title, base: markedFrom(goal) }
  },
  isOnce: true,
  text: ({ goal }) => `Achieved: ${goal}`,
  title: ({ goal }) => `Achieved: ${goal}`,
  sender: goalMarkSender,
  save: ({ base }, key) => ({ subject: base?.id ?? key, values: { achieved: true }, base }),
  undo: (goal, before) =>
    goal && before && { kind: 'mark', id: goal.id, updatedAt: goal.updatedAt, replaced: before.updatedAt },
  told(goal) {
    if (!goal) throw new VoiceProblem('That goal was deleted meanwhile.')
    if (!goal.achievedAt) throw new VoiceProblem('That goal was changed elsewhere meanwhile.')
    return {
      line: `Goal achieved: ${goal.title}`,
      output: `"${goal.title}" is marked as achieved.`,
      href: `/goals/edit/${goal.id}`,
    }
  },
}
