import { goalRecord, timelineLabels, type GoalValues, type Timeline } from '@shared/goals'
import type { Draft } from '@/lib/drafts'

const inOrder: Timeline[] = ['monthly', 'annual', 'long-term']
export const timelineChoices = inOrder.map((value) => ({ value, label: timelineLabels[value] }))

/** Form values of the draft; undefined without a draft, or if it equals what is saved. */
export function restoredValues(draft: Draft<unknown> | undefined, saved: GoalValues): GoalValues | undefined {
  const values = { ...saved, ...goalRecord.read(draft?.values) }
  return goalRecord.isSame(values, saved) ? undefined : values
}
