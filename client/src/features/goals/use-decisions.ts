import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GoalView } from '@shared/goals'
import { dayOf } from '@/lib/dates/days'
import { useDeleteGoals } from './deletion-queries'
import { useMarkGoals } from './marks-queries'

const undoMs = 10_000

/** What was chosen with one press, and the goals as they were before. */
export type Decision = { choice: 'keep' | 'achieve' | 'let go'; before: GoalView[] }

/**
 * Decisions about open goals. For some seconds a goal stays where it was and its decision can be undone. One that is let go
 * is deleted only then, or when the screen is left before. Closing the page deletes nothing, because its requests could get
 * lost: the goal is asked about again.
 */
export function useDecisions(goals: GoalView[]) {
  const mark = useMarkGoals()
  const deleteGoal = useDeleteGoals()
  const [decisions, setDecisions] = useState<readonly Decision[]>([])
  const [leaving, setLeaving] = useState<readonly GoalView[]>([])
  /** Those whose time is not over. */
  const pending = useRef(new Set<Decision>())

  function forget(decision: Decision) {
    pending.current.delete(decision)
    setDecisions((all) => all.filter((other) => other !== decision))
  }

  async function letGo({ before }: Decision) {
    setLeaving((all) => [...all, ...before])
    // The mutation tells of a failure.
    await Promise.allSettled(before.map(({ id }) => deleteGoal(id)))
    setLeaving((all) => all.filter((goal) => !before.includes(goal)))
  }

  const onLeave = useEffectEvent(() => {
    for (const decision of pending.current) if (decision.choice === 'let go') void letGo(decision)
    pending.current.clear()
  })
  useEffect(() => () => onLeave(), [])

  /** `beforeLeaving` is called before the goals leave their place. */
  function decide(choice: Decision['choice'], before: GoalView[], now: Date, beforeLeaving: () => void) {
    const decision: Decision = { choice, before }
    for (const earlier of decisions) if (before.some((goal) => decides(earlier, goal))) forget(earlier)
    setDecisions((all) => [...all, decision])
    if (choice === 'keep') mark(before, { keptOn: dayOf(now) })
    if (choice === 'achieve') mark(before, { achieved: true })
    pending.current.add(decision)
    setTimeout(() => {
      if (!pending.current.has(decision)) return
      beforeLeaving()
      forget(decision)
      if (choice === 'let go') void letGo(decision)
    }, undoMs)
  }

  function undo(decision: Decision) {
    pending.current.delete(decision)
    // The others stay where they are until their mark is undone.
    if (decision.choice === 'let go') return forget(decision)
    for (const { id, keptOn } of decision.before)
      mark(
        goals.filter((goal) => goal.id === id),
        decision.choice === 'keep' ? { keptOn } : { achieved: false },
      )
  }

  const now = new Map(goals.map((goal) => [goal.id, goal]))
  const of = (goal: GoalView) =>
    decisions.find((decision) => decides(decision, goal) && stands(decision, goal.id, now))

  return {
    decide,
    undo,
    /** What was just decided about a goal. */
    of,
    /** The goals to show, as they were before. */
    goals: goals
      .filter(({ id }) => !leaving.some((goal) => goal.id === id))
      .map((goal) => of(goal)?.before.find(({ id }) => id === goal.id) ?? goal),
  }
}

const decides = ({ before }: Decision, { id }: GoalView) => before.some((goal) => goal.id === id)

/** Not if its change was refused, or undone. */
function stands({ choice, before }: Decision, id: string, now: ReadonlyMap<string, GoalView>) {
  const goal = now.get(id)
  if (choice === 'keep') return goal?.keptOn !== before.find((goal) => goal.id === id)?.keptOn
  return choice !== 'achieve' || goal?.achievedAt !== null
}
