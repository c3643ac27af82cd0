import type { ReviewPeriod } from '@shared/review-period'
import { GoalCarryOver } from '@/features/goals/goal-carry-over'
import { Review } from '@/features/review/review'

/** The review on Home; that of a month or year also asks which goals go on. */
export const HomeReview = ({ period, now }: { period: ReviewPeriod; now: Date }) => (
  <Review period={period}>{period.name !== 'week' && <GoalCarryOver period={period} now={now} />}</Review>
)
