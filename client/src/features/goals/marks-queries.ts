import { useQueryClient } from '@tanstack/react-query'
import type { GoalPatch, GoalView } from '@shared/goals'
import { useUser } from '@/features/auth/use-user'
import { api, messageOf } from '@/lib/api/api'
import { randomId } from '@/lib/random-id'
import { Outbox, type Sender } from '@/lib/saving/outbox'
import { saveVersion, useWaiting, type Save } from '@/lib/saving/save'
import { refreshGoals, showGoal } from './goals-queries'

/** What is said of a goal without its form: that it is achieved, or goes on. */
type GoalMark = Pick<GoalPatch, 'achieved' | 'keptOn'>

export const goalMarkSender: Sender<GoalMark, GoalView> = {
  kind: 'goal-mark',
  // It goes on when the page is left, though the device would send it later too: other devices show it at once.
  send: ({ subject, values }) => api('PATCH /api/goals/:id', { id: subject, body: values, keepalive: true }),
  async refresh(client, goal) {
    if (goal) showGoal(client, goal)
    void refreshGoals(client)
  },
  told: () => ({ failed: (error) => `Failed to update goal. ${messageOf(error)}` }),
}

/** Marks goals; they are shown so at once. */
export function useMarkGoals() {
  const outbox = Outbox.of(useQueryClient()).register(goalMarkSender)
  const { id: userId } = useUser()
  const waiting = useWaitingMarks()
  return (goals: GoalView[], mark: GoalMark) => {
    for (const { id } of goals) {
      const replaced = waiting.find(({ subject }) => subject === id)
      const save: Save<GoalMark> = {
        version: saveVersion,
        id: randomId(),
        key: replaced?.key ?? randomId(),
        userId,
        kind: goalMarkSender.kind,
        subject: id,
        values: { ...replaced?.values, ...mark },
        seen: [],
        savedAt: Date.now(),
      }
      void outbox.add(save, { replaced })
    }
  }
}

export const useWaitingMarks = () => useWaiting<GoalMark>('goal-mark')

/** A goal with what waits to be sent of it. */
export const marked = (
  goal: GoalView,
  { values: { achieved, keptOn }, savedAt }: Save<GoalMark>,
): GoalView => ({
  ...goal,
  keptOn: keptOn ?? goal.keptOn,
  achievedAt:
    achieved === undefined
      ? goal.achievedAt
      : achieved
        ? (goal.achievedAt ?? new Date(savedAt).toISOString())
        : null,
})
