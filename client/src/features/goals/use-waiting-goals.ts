import { goalRecord, type GoalRow, type GoalValues, type GoalView } from '@shared/goals'
import { hasWaited, useWaiting, type SaveInOutbox } from '@/lib/saving/save'
import { marked, useWaitingMarks } from './marks-queries'

export type WaitingGoal = SaveInOutbox<Partial<GoalValues>>

/** What has not reached the server yet: the newest save of each goal's form, and marks. */
export function useWaitingGoals() {
  const saves: WaitingGoal[] = useWaiting<Partial<GoalValues>>('goal')
  const goalOf = ({ base, key }: WaitingGoal) => base?.id ?? key
  const marks = useWaitingMarks()
  const newest = saves.filter((save, i) => saves.findIndex((other) => goalOf(other) === goalOf(save)) === i)
  const saveOf = ({ id }: GoalView) => newest.find(({ base }) => base?.id === id)
  const markOf = ({ id }: GoalView) => marks.find(({ subject }) => subject === id)
  return {
    /** New goals that the server does not have yet, and changed ones. */
    saves: newest,
    /** The goal as it will be. */
    applied(goal: GoalView): GoalView {
      const mark = markOf(goal)
      const changed = goalRecord.changed<GoalRow & GoalView>(goal, saveOf(goal)?.values ?? {})
      return mark ? marked(changed, mark) : changed
    },
    /** When it was changed on this device, if that waits. */
    savedAtOf: (goal: GoalView) =>
      [saveOf(goal), markOf(goal)].find((save) => save && hasWaited(save))?.savedAt,
  }
}
