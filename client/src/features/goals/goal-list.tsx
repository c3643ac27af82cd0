import type { GoalView } from '@shared/goals'
import { type AboutGoal, GoalItem, type BeforeMark } from './goal-item'

type Props = {
  goals: GoalView[]
  aboutOf: (goal: GoalView) => AboutGoal
  beforeMark: BeforeMark
}

/** Those that are part of the same goal stand together under its title, in the place of the first of them. */
export function GoalList({ goals, aboutOf, beforeMark }: Props) {
  const groups = new Map<string, GoalView[]>()
  for (const goal of goals) {
    const key = aboutOf(goal).partOf === undefined ? goal.id : `part of ${goal.parentId}`
    groups.set(key, [...(groups.get(key) ?? []), goal])
  }
  const itemOf = (goal: GoalView, level: 3 | 4) => (
    <GoalItem
      key={goal.id}
      goal={goal}
      savedAt={aboutOf(goal).savedAt}
      level={level}
      beforeMark={beforeMark}
    />
  )
  return (
    <ul className="divide-y divide-line">
      {[...groups].flatMap(([key, group]) => {
        const partOf = group[0] && aboutOf(group[0]).partOf
        if (partOf === undefined) return group.map((goal) => itemOf(goal, 3))
        return (
          <li key={key} className="py-3 first:pt-0 last:pb-0">
            <h3 className="mb-3 text-sm wrap-anywhere text-muted">
              Part of <bdi>{partOf}</bdi>
            </h3>
            <div className="flex gap-4">
              <span aria-hidden className="border-l-2 border-line max-[17rem]:hidden" />
              <ul className="min-w-0 grow">{group.map((goal) => itemOf(goal, 4))}</ul>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
