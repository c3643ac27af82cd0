import type { ReviewPeriod } from '@shared/review-period'
import { longDay, longMonth } from '@/lib/dates/dates'

/** 'November 16, 2026 to November 22, 2026', 'November 2026' or '2026' */
export function periodInWords({ name, from, to }: ReviewPeriod): string {
  if (name === 'week') return `${longDay(from)} to ${longDay(to)}`
  return name === 'month' ? longMonth(from.slice(0, 7)) : from.slice(0, 4)
}
