import type { Timeline } from '@shared/goals'

export type Goal = { title: string; timeline: Timeline; createdAt?: Date }

/**
 * Tells whether a goal is there already; each that is there matches one in the file. Where the file says when it was
 * created, that tells goals of the same title and timeline apart: last month's may have been set again.
 */
export function createGoalMatcher(existing: Goal[]): (goal: Goal) => boolean {
  const keyOf = ({ title, timeline }: Goal) => `${timeline} ${title}`
  const unmatched = new Map<string, (number | undefined)[]>()
  for (const goal of existing) {
    const times = unmatched.get(keyOf(goal)) ?? []
    times.push(goal.createdAt?.getTime())
    unmatched.set(keyOf(goal), times)
  }
  return (goal) => {
    const times = unmatched.get(keyOf(goal)) ?? []
    const at = goal.createdAt ? times.indexOf(goal.createdAt.getTime()) : 0
    return at >= 0 && times.splice(at, 1).length > 0
  }
}
