import { sql } from 'drizzle-orm'
import { type Mood, readingOrder } from '@shared/journal'
import { journalEntries as entries } from '@shared/schema'
import { shortened } from '@shared/text'
import type { Db } from '../../db/db'
import { column } from '../../db/parameters'
import type { UserDay } from '../analytics/streaks-repository'
import { firstWordsOf, moodIsChosen } from './journal-repository'

export type RecentDays = {
  /** The mood of each of the last seven days that has an entry; null if nobody chose it. */
  moods: Map<string, Mood | null>
  /** What was written on the same day a year earlier. */
  yearAgo?: { date: string; line: string }
}

const longestLine = 140

/** For many users at once: the last seven days up to `today`, and a line from the same day a year earlier. */
export async function recentDaysOf(db: Db, userDays: UserDay[]): Promise<(userDay: UserDay) => RecentDays> {
  type Row = { user_id: string; today: string; date: string; mood: Mood | null; text: string | null }
  const { rows } = await db.execute<Row>(sql`
    select requested.*, ${entries.entryDate} as date, case when ${moodIsChosen} then ${entries.mood} end as mood,
      case when ${entries.entryDate} = requested.year_before then ${firstWordsOf(readingOrder)} end as text
    from unnest(
      ${column(userDays, ({ userId }) => userId)}::uuid[], ${column(userDays, ({ today }) => today)}::date[],
      ${column(userDays, ({ today }) => yearBefore(today))}::date[]
    ) as requested (user_id, today, year_before)
    join ${entries} on ${entries.userId} = requested.user_id and (
      ${entries.entryDate} between requested.today - 6 and requested.today
      or ${entries.entryDate} = requested.year_before
    )`)
  const found = new Map<string, RecentDays>()
  const of = ({ userId, today }: UserDay): RecentDays =>
    found.get(`${userId} ${today}`) ?? { moods: new Map() }
  for (const { user_id: userId, today, date, mood, text } of rows) {
    const days = of({ userId, today })
    found.set(`${userId} ${today}`, days)
    if (date !== yearBefore(today)) days.moods.set(date, mood)
    else if (text) days.yearAgo = { date, line: shortened(text.split('\n')[0] ?? '', longestLine) }
  }
  return of
}

/** A 29 February has none. */
function yearBefore(day: string): string | null {
  const [year = '', ...rest] = day.split('-')
  const sameDay = rest.join('-')
  return sameDay === '02-29' ? null : `${String(Number(year) - 1).padStart(4, '0')}-${sameDay}`
}
