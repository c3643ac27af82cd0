import { vi } from 'vitest'
import type { GoalView } from '@shared/goals'

let made = 0
export const aGoal = (given: Partial<GoalView> = {}): GoalView => ({
  id: `3f6f0a1e-0000-4000-8000-${String(++made).padStart(12, '0')}`,
  userId: '0b0f8a52-6c1d-4f0e-9a55-0a3c1a5e7a01',
  title: 'Run',
  description: null,
  motivation: null,
  successIndicators: null,
  timeline: 'monthly',
  parentId: null,
  achievedAt: null,
  keptOn: null,
  createdAt: '2024-03-10T10:00:00.000Z',
  updatedAt: '2024-03-10T10:00:00.000Z',
  ...given,
})

/** Answers the browser's question before a deletion. */
export function answerConfirm(yes: boolean) {
  const confirm = vi.fn<() => boolean>(() => yes)
  vi.stubGlobal('confirm', confirm)
  return confirm
}
