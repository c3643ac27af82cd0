import { sql } from 'drizzle-orm'
import type { Db } from '../../db/db'
import { streak, type Run } from './streak'

type Person = { userId: string; today: string }

/** The streak of many users at once, each on a day of their own, and whether that day has its entry. */
export async function streaksOf(db: Db, people: Person[]) {
  const ids = sql.param(people.map(({ userId }) => userId))
  const days = sql.param(people.map(({ today }) => today))
  // The newest three runs that may count, as in analytics-repository.ts.
  const { rows } = await db.execute<{ user_id: string; first_day: string; last_day: string }>(sql`
    select person.user_id, newest.first_day, newest.last_day
    from unnest(${ids}::uuid[], ${days}::date[]) as person (user_id, today),
      lateral (
        select first_day, last_day from journal_runs
        where journal_runs.user_id = person.user_id and first_day <= person.today + 1
        order by first_day desc limit 3
      ) as newest`)
  const runs = new Map(people.map(({ userId }): [string, Run[]] => [userId, []]))
  for (const row of rows) runs.get(row.user_id)?.push({ firstDay: row.first_day, lastDay: row.last_day })
  return ({ userId, today }: Person) => {
    const mine = runs.get(userId) ?? []
    return {
      streak: streak(mine, today),
      hasWritten: mine.some(({ firstDay, lastDay }) => firstDay <= today && today <= lastDay),
    }
  }
}
