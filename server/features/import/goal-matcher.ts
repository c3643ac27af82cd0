import type { Timeline } from '@shared/goals'

type Goal = { title: string; timeline: Timeline; createdAt?: Date }
export type StoredGoal = Goal & { id: string }

/**
 * Gives the goal that is there already, if it is; each that is there matches one in the file. Where the file says when it
 * was created, that tells goals of the same title and timeline apart: last month's may have been set again.
 */
export function createGoalMatcher(existing: StoredGoal[]): (goal: Goal) => StoredGoal | undefined {
  const keyOf = ({ title, timeline }: Goal) => `${timeline} ${title}`
  const unmatched = new Map<string, StoredGoal[]>()
  for (const goal of existing) {
    const goals = unmatched.get(keyOf(goal)) ?? []
    goals.push(goal)
    unmatched.set(keyOf(goal), goals)
  }
  return ({ createdAt, ...goal }) => {
    const goals = unmatched.get(keyOf(goal)) ?? []
    const isIt = (stored: StoredGoal) => !createdAt || stored.createdAt?.getTime() === createdAt.getTime()
    const at = goals.findIndex(isIt)
    return at < 0 ? undefined : goals.splice(at, 1)[0]
  }
}
