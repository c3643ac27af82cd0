import { goalRecord, type GoalValues, type GoalView } from '@shared/goals'
import { api, ApiError, currentOf } from '@/lib/api/api'
import { recordSender } from '@/lib/saving/record-sender'
import { afterSave, refreshGoals } from './goals-queries'

/** The subject of the draft of a new goal. */
export const newGoal = 'new'

/** Accepts a proposal as its user has changed it, so that one goal comes of it in whichever windows; null if there is none any more. */
async function accepted(id: string, values: GoalValues): Promise<GoalView | null> {
  try {
    const body = { payload: goalRecord.stored(values) }
    const goal = (await api('POST /api/proposals/:id/accept', { id, body, limitMs: 60_000 })) as GoalView
    if (goalRecord.isSame(goal, values)) return goal
    throw new ApiError(409, JSON.stringify({ message: 'This was saved in another window', current: goal }))
  } catch (error) {
    // It was dismissed or has ended, or its parent is gone: what is then said of that is said of any goal.
    if (error instanceof ApiError && [404, 409].includes(error.status) && !currentOf(error)) return null
    throw error
  }
}

export const goalSender = recordSender<typeof goalRecord.fields, GoalView>({
  kind: 'goal',
  record: goalRecord,
  create: async (values, { proposals: [proposal] = [], ...sending }) =>
    (proposal && (await accepted(proposal, values))) ||
    api('POST /api/goals', { body: goalRecord.stored(values), ...sending }),
  update: ({ id, updatedAt }, values, sending) =>
    api('PATCH /api/goals/:id', { id, body: { ...goalRecord.stored(values), updatedAt }, ...sending }),
  link: 'parentId',
  unlinked: (values) => ({ ...values, parentId: '' }),
  refresh: (client, goal) => (goal ? afterSave(client, goal) : refreshGoals(client)),
  told: ({ base }) =>
    base
      ? { done: 'Goal updated successfully', failed: 'Failed to update goal' }
      : { done: 'Goal created successfully', failed: 'Failed to create goal' },
  newSubject: newGoal,
})
