import type { GoalInput, Timeline } from '@shared/goal-input'
import { timelineLabels } from '@shared/goal-questions'
import type { Draft } from '@/lib/drafts'

const textFields = ['title', 'description', 'motivation', 'successIndicators'] as const
export type GoalTextField = (typeof textFields)[number]

/** Form values of a goal: a missing text is empty. */
export type GoalValues = Record<GoalTextField, string> & { timeline: Timeline }

export const timelineChoices: { value: Timeline; label: string }[] = [
  { value: 'monthly', label: timelineLabels.monthly },
  { value: 'annual', label: timelineLabels.annual },
  { value: 'long-term', label: timelineLabels['long-term'] },
]

export const isTimeline = (value: unknown): value is Timeline =>
  timelineChoices.some((choice) => choice.value === value)

export const valuesOf = (goal: Partial<GoalInput> = {}): GoalValues => ({
  timeline: goal.timeline ?? 'monthly',
  ...textsOf((field) => goal[field] ?? ''),
})

/** Form values of the draft; undefined without a draft, or if it equals what is saved. */
export function restoredValues(draft: Draft<unknown> | undefined, saved: GoalValues): GoalValues | undefined {
  // A stored draft may come from an older version of the app, or have been tampered with.
  if (!draft?.values || typeof draft.values !== 'object') return undefined
  const kept = draft.values as Record<string, unknown>
  const text = (field: GoalTextField) => kept[field]
  const values = {
    timeline: isTimeline(kept.timeline) ? kept.timeline : saved.timeline,
    ...textsOf((field) => (typeof text(field) === 'string' ? (text(field) as string) : saved[field])),
  }
  return isSame(values, saved) ? undefined : values
}

/** Whether two versions of a goal have the same values; null and '' both mean no text. */
export const isSame = (a: Partial<GoalInput>, b: Partial<GoalInput>) =>
  a.timeline === b.timeline && textFields.every((field) => (a[field] ?? '') === (b[field] ?? ''))

const textsOf = (text: (field: GoalTextField) => string) =>
  Object.fromEntries(textFields.map((field) => [field, text(field)])) as Record<GoalTextField, string>
