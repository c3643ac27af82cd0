import { sql } from 'drizzle-orm'
import type { Db } from '../../db/db'
import { streak, type JournalRun } from './streak'

export type UserDay = { userId: string; today: string }

/** For many users at once: the streak as of `today`, and whether that day, or one since an earlier day, has an entry. */
export async function streaksOf(db: Db, userDays: UserDay[]) {
  const ids = sql.param(userDays.map(({ userId }) => userId))
  const days = sql.param(userDays.map(({ today }) => today))
  // Three runs are enough, as in analytics-repository.ts.
  const { rows } = await db.execute<{ user_id: string; first_day: string; last_day: string }>(sql`
    select requested.user_id, newest.first_day, newest.last_day
    from unnest(${ids}::uuid[], ${days}::date[]) as requested (user_id, today),
      lateral (
        select first_day, last_day from journal_runs
        where journal_runs.user_id = requested.user_id and first_day <= requested.today + 1
        order by first_day desc limit 3
      ) as newest`)
  const runs = new Map(userDays.map(({ userId }): [string, JournalRun[]] => [userId, []]))
  for (const row of rows) runs.get(row.user_id)?.push({ firstDay: row.first_day, lastDay: row.last_day })
  return ({ userId, today }: UserDay) => {
    const mine = runs.get(userId) ?? []
    const hasWrittenSince = (day: string) =>
      mine.some(({ firstDay, lastDay }) => firstDay <= today && day <= lastDay)
    return { streak: streak(mine, today), hasWritten: hasWrittenSince(today), hasWrittenSince }
  }
}
