import type { GoalView } from '@shared/goals'
import { dayOf } from '@/lib/dates/days'

const firstDays = 7

/** In the first days of a month: whether a monthly goal is older than the month, and nobody has said yet that it goes on. */
export function isUndecided({ timeline, createdAt, keptOn }: GoalView, now: Date): boolean {
  const firstOfMonth = `${dayOf(now).slice(0, 8)}01`
  const since = keptOn ?? dayOf(new Date(createdAt))
  return timeline === 'monthly' && now.getDate() <= firstDays && since < firstOfMonth
}
