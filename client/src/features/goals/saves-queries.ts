import { goalRecord, type GoalInput, type GoalView } from '@shared/goals'
import { api, isMissing } from '@/lib/api'
import { sendSave } from '@/lib/send-save'
import { requestLimitMs, toldOf } from '@/lib/save-errors'
import type { Sender } from '@/lib/saves'
import { refreshGoals } from './goals-queries'

const limitMs = requestLimitMs

/** The subject of the draft of a new goal. */
export const newGoal = 'new'

export const goalSender: Sender<GoalInput, GoalView> = {
  kind: 'goal',
  send: (save) =>
    sendSave<GoalInput, GoalView>(save, {
      create: (body, idempotencyKey) => api('POST /api/goals', { body, idempotencyKey, limitMs }),
      update: ({ id, updatedAt }, values) =>
        api('PATCH /api/goals/:id', { id, body: { ...values, updatedAt }, limitMs }),
      current: async ({ body }) => (Object(body) as { current?: GoalView }).current,
      isSame: goalRecord.isSame,
    }),
  refresh: refreshGoals,
  created: toldOf('Goal created successfully', 'Failed to create goal'),
  updated: toldOf('Goal updated successfully', 'Failed to update goal'),
  // A goal that was deleted elsewhere has no form to open, so its words become the draft of a new one.
  draft: ({ subject, values, loaded }, error) =>
    isMissing(error) ? { subject: newGoal, values } : { subject, values, base: loaded?.updatedAt },
}
