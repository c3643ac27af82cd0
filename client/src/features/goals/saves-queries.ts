import { goalRecord, type GoalView } from '@shared/goals'
import { api } from '@/lib/api/api'
import { recordSender } from '@/lib/saving/record-sender'
import { afterSave, refreshGoals } from './goals-queries'

/** The subject of the draft of a new goal. */
export const newGoal = 'new'

export const goalSender = recordSender<typeof goalRecord.fields, GoalView>({
  kind: 'goal',
  record: goalRecord,
  create: (values, sending) => api('POST /api/goals', { body: goalRecord.stored(values), ...sending }),
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
