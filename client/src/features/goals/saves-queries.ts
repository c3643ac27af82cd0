import { goalRecord, type GoalValues, type GoalView } from '@shared/goals'
import { api, ApiError, isNotTaken } from '@/lib/api/api'
import { recordSender } from '@/lib/saving/record-sender'
import { afterSave, refreshGoals } from './goals-queries'

/** The subject of the draft of a new goal. */
export const newGoal = 'new'

/** Accepts the proposal with the user's changes, so that several windows create one goal; undefined if it is refused. */
async function accepted(id: string, values: GoalValues, limitMs: number) {
  const body = { payload: goalRecord.stored(values) }
  // It was dismissed, has ended, or its parent is gone: the ordinary POST then reports any fault.
  const goal = await api('POST /api/proposals/:id/accept', { id, body, limitMs }).catch(unlessWaits)
  if (!goal || 'entryDate' in goal) return undefined
  if (!goalRecord.isSame(goal, values)) throw new ApiError(409, JSON.stringify({ current: goal }))
  return goal
}

function unlessWaits(error: unknown) {
  if (isNotTaken(error)) throw error
}

export const goalSender = recordSender<typeof goalRecord.fields, GoalView>({
  kind: 'goal',
  record: goalRecord,
  create: async (values, { proposals: [proposal] = [], ...sending }) =>
    (proposal && (await accepted(proposal, values, sending.limitMs))) ||
    api('POST /api/goals', {
      body: goalRecord.stored(values),
      ...sending,
      // It may have been accepted before, with an answer that was lost.
      ...(proposal && { idempotencyKey: proposal }),
    }),
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
