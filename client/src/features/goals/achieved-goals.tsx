import { ChevronDownIcon } from 'lucide-react'
import type { GoalView } from '@shared/goals'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/screen/cn'
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
      <Button variant="ghost" aria-expanded={isOpen} className="-mx-4 text-sm text-muted" onClick={onToggle}>
        Achieved ({goals.length})
        <ChevronDownIcon
          aria-hidden
          className={cn('size-4 transition-transform duration-150', isOpen && 'rotate-180')}
        />
      </Button>
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
