import { desc, eq } from 'drizzle-orm'
import { dailySummaryInput, type DailySummaryInput, type SummaryView } from '@shared/summaries'
import { dailySummaries } from '@shared/schema'
import type { Db } from '../../db/db'

const recent = { date: dailySummaries.summaryDate, content: dailySummaries.summary }

export function summariesOf(db: Db, userId: string) {
  return {
    recent: (limit: number): Promise<SummaryView[]> =>
      db
        .select(recent)
        .from(dailySummaries)
        .where(eq(dailySummaries.userId, userId))
        .orderBy(desc(dailySummaries.summaryDate))
        .limit(limit),
    /** Replaces the summary of that date, if there is one. */
    put: async (input: DailySummaryInput, now: Date): Promise<void> => {
      const values = dailySummaryInput.parse(input)
      await db
        .insert(dailySummaries)
        .values({ ...values, userId, createdAt: now, updatedAt: now })
        .onConflictDoUpdate({
          target: [dailySummaries.userId, dailySummaries.summaryDate],
          set: { ...values, updatedAt: now },
        })
    },
  }
}
