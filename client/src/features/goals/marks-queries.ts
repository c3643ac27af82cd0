import { useQueryClient } from '@tanstack/react-query'
import type { GoalPatch, GoalView } from '@shared/goals'
import { useUser } from '@/features/auth/use-user'
import { api, isMissing, messageOf } from '@/lib/api/api'
import { randomId } from '@/lib/random-id'
import { Outbox, type Sender } from '@/lib/saving/outbox'
import { currentOf } from '@/lib/api/api'
import { saveVersion, useWaiting, type Save } from '@/lib/saving/save'
import { refreshGoals, showGoal } from './goals-queries'

/** What is said of a goal without its form: that it is achieved, or goes on. */
export type GoalMark = Pick<GoalPatch, 'achieved' | 'keptOn'>

const markOf = ({ achievedAt, keptOn }: GoalView): GoalMark => ({
  achieved: achievedAt !== null,
  keptOn,
})

/** The goal as it was when it was marked. */
export const markedFrom = (goal: GoalView) => ({ id: goal.id, updatedAt: goal.updatedAt, ...markOf(goal) })

const send = (id: string, mark: GoalMark, updatedAt?: string, by?: Save['by']) =>
  // It goes on when the page is left, though the device would send it later too: other devices show it at once.
  api('PATCH /api/goals/:id', { id, body: { ...mark, updatedAt }, keepalive: true, limitMs: 60_000, by })

/** Requests of marks that are sent at once, before this device has stored them: the page may be left at that moment. */
const begun = new WeakMap<Save<GoalMark>, Promise<GoalView>>()

/** What this page's own marks of Lisa have changed, by the answer. */
const changed = new WeakMap<GoalView, GoalView>()

export const goalMarkSender: Sender<GoalMark, GoalView | undefined> = {
  kind: 'goal-mark',
  async send(save) {
    const { subject: id, values: mark, base, seen, by } = save
    const first = begun.get(save)
    begun.delete(save)
    try {
      // The server answers a mark that is there already as if it were new.
      const before = by && (await api('GET /api/goals/:id', { id, limitMs: 60_000 }))
      const goal = await (first ?? send(id, mark, base?.updatedAt, by))
      if (before && before.updatedAt === base?.updatedAt) changed.set(goal, before)
      return goal
    } catch (error) {
      // Deleted elsewhere: there is nothing to mark.
      if (isMissing(error)) return undefined
      const current = currentOf<GoalView>(error)
      if (!current) throw error
      // A goal whose words were changed meanwhile is marked; one that was marked elsewhere stays as it is there.
      const { achieved, keptOn } = markOf(current)
      const known = [base, ...seen]
      const isOurs =
        known.some((one) => one?.achieved === achieved) &&
        (mark.keptOn === undefined || known.some((one) => (one?.keptOn ?? null) === keptOn))
      if (!isOurs) return current
      const goal = await send(id, mark, current.updatedAt, by)
      changed.set(goal, current)
      return goal
    }
  },
  before: (goal) => goal && changed.get(goal),
  async refresh(client, goal) {
    if (goal) showGoal(client, goal)
    void refreshGoals(client)
  },
  told: () => ({ failed: (error) => `Your change to that goal wasn't saved. ${messageOf(error)}` }),
}

/** Marks goals; they are shown so at once. */
export function useMarkGoals() {
  const outbox = Outbox.of(useQueryClient()).register(goalMarkSender)
  const { id: userId } = useUser()
  const waiting = useWaitingMarks()
  return (goals: GoalView[], mark: GoalMark) => {
    for (const goal of goals) {
      const { id, updatedAt } = goal
      const replaced = waiting.find(({ subject }) => subject === id)
      const save: Save<GoalMark> = {
        version: saveVersion,
        id: randomId(),
        key: replaced?.key ?? randomId(),
        userId,
        kind: goalMarkSender.kind,
        subject: id,
        values: { ...replaced?.values, ...mark },
        base: replaced?.base ?? markedFrom(goal),
        seen: replaced ? [replaced.values, ...replaced.seen] : [],
        savedAt: Date.now(),
      }
      // Marks of one goal are sent in their order.
      if (!replaced) {
        const first = send(id, mark, updatedAt)
        first.catch(() => {})
        begun.set(save, first)
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
  keptOn: keptOn === undefined ? goal.keptOn : keptOn,
  achievedAt:
    achieved === undefined
      ? goal.achievedAt
      : achieved
        ? (goal.achievedAt ?? new Date(savedAt).toISOString())
        : null,
})
