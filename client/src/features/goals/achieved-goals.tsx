import type { GoalView } from '@shared/goals'
import { DisclosureButton } from '@/components/disclosure-button'
import { focusMover } from '@/lib/screen/next-row'
import { type AboutGoal, GoalItem } from './goal-item'

type Props = {
  goals: GoalView[]
  aboutOf: (goal: GoalView) => AboutGoal
  isOpen: boolean
  onToggle: () => void
}

/** Folded at the end of a card, the latest first. */
export function AchievedGoals({ goals, aboutOf, isOpen, onToggle }: Props) {
  const latestFirst = [...goals].sort((a, b) => (b.achievedAt ?? '').localeCompare(a.achievedAt ?? ''))

  return (
    <div className="-mb-2 border-t border-line pt-2">
      <DisclosureButton isOpen={isOpen} onToggle={onToggle}>
        Achieved ({goals.length})
      </DisclosureButton>
      {isOpen && (
        <ul className="divide-y divide-line pt-3 pb-2">
          {latestFirst.map((goal) => (
            <GoalItem
              key={goal.id}
              goal={goal}
              {...aboutOf(goal)}
              beforeMark={(_goal, _isAchieved, row) => focusMover(row, 'input')()}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
