import { goalRecord, type GoalInput, type GoalView } from '@shared/goals'
import type { Save } from '@/lib/pending-saves'
import { useWaiting } from '@/lib/use-waiting'

/** The newest waiting save of each goal. */
export function useWaitingGoals(): Save<GoalInput>[] {
  const saves = useWaiting<GoalInput>('goal')
  const goalOf = ({ loaded, key }: Save) => loaded?.id ?? key
  return saves.filter((save, i) => saves.findIndex((other) => goalOf(other) === goalOf(save)) === i)
}

/** The goals with their waiting saves applied. */
export const withWaiting = (goals: GoalView[], saves: Save<GoalInput>[]): GoalView[] =>
  goals.map((goal) => {
    const save = saves.find(({ loaded }) => loaded?.id === goal.id)
    return save ? goalRecord.changed(goal, save.values) : goal
  })
