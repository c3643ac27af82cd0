import { and, asc, desc, eq, gte, lt, lte, sql } from 'drizzle-orm'
import type { DayRange } from '@shared/analytics'
import { addDays, daysBetween } from '@shared/dates'
import type { Mood } from '@shared/journal'
import { journalEntries, journalRuns, users } from '@shared/schema'
import { localDay } from '@shared/timezones'
import { builtOnce, type Db } from '../../db/db'
import { AppError, UnauthorizedError } from '../../http/errors'
import { moodIsChosen } from '../journal/journal-repository'

/** A local date differs from the UTC date by at most one day. */
const maxDayOffset = 1

/** `given` if it can be today somewhere, or else today in `timezone`. */
function todayOf(given: string | undefined, now: Date, timezone: string): string {
  if (given === undefined) return localDay(now, timezone)
  if (Math.abs(daysBetween(localDay(now, 'UTC'), given)) <= maxDayOffset) return given
  throw new AppError(400, 'date must be at most one day from today')
}

const recentRuns = builtOnce((db) => {
  const userId = sql.placeholder('userId')
  const timezone = db.select({ timezone: users.timezone }).from(users).where(eq(users.id, userId))
  const mine = eq(journalRuns.userId, userId)
  // The index journal_runs_longest has the expression.
  const longestOver = db
    .select({ days: sql`max(${journalRuns.lastDay} - ${journalRuns.firstDay}) + 1` })
    .from(journalRuns)
    .where(and(mine, lt(journalRuns.lastDay, sql.placeholder('earliestYesterday'))))
  return (
    db
      .select({
        firstDay: journalRuns.firstDay,
        lastDay: journalRuns.lastDay,
        timezone: sql<string>`(${timezone})`,
        longestOver: sql<number | null>`(${longestOver})`,
      })
      .from(journalRuns)
      .where(and(mine, lte(journalRuns.firstDay, sql.placeholder('latestTomorrow'))))
      .orderBy(desc(journalRuns.firstDay))
      // Runs never touch, so at most three of them contain any of the five days around today in UTC.
      .limit(3)
      .prepare('recent_runs')
  )
})

/**
 * The journal data that the analytics rules need, each with one statement that reads a bounded number of index entries.
 * The statement returns the user's timezone as well, so it selects the days around today in UTC, enough for any timezone.
 */
export function analyticsOf(db: Db, userId: string) {
  return {
    /** The newest runs, including all that may contain yesterday, today or tomorrow, and the length of the longest that ended before; `day` is the browser's. */
    recentRuns: async (now: Date, day?: string) => {
      const utcToday = localDay(now, 'UTC')
      const latestTomorrow = addDays(utcToday, maxDayOffset + 1)
      const earliestYesterday = addDays(utcToday, -maxDayOffset - 1)
      const runs = await recentRuns(db).execute({ userId, latestTomorrow, earliestYesterday })
      const [newest] = runs
      return {
        today: todayOf(day, now, newest?.timezone ?? 'UTC'),
        runs,
        longestOver: newest?.longestOver ?? 0,
      }
    },
    /** The days with an entry that may be in the user's current week. */
    recentDays: async (now: Date, day?: string) => {
      const utcToday = localDay(now, 'UTC')
      const reach = maxDayOffset + 6
      const rows = await db
        .select({ timezone: users.timezone, day: sql<string | null>`${journalEntries.entryDate}` })
        .from(users)
        .leftJoin(
          journalEntries,
          and(
            eq(journalEntries.userId, users.id),
            gte(journalEntries.entryDate, addDays(utcToday, -reach)),
            lte(journalEntries.entryDate, addDays(utcToday, reach)),
          ),
        )
        .where(eq(users.id, userId))
      const [first] = rows
      if (!first) throw new UnauthorizedError()
      return { today: todayOf(day, now, first.timezone), days: rows.flatMap(({ day }) => day ?? []) }
    },
    /** The days with an entry, both ends included, oldest first, each with its mood if somebody chose it. */
    days: ({ from, to }: DayRange) =>
      db
        .select({
          date: journalEntries.entryDate,
          mood: sql<Mood | null>`case when ${moodIsChosen} then ${journalEntries.mood} end`,
          id: journalEntries.id,
        })
        .from(journalEntries)
        .where(
          and(
            eq(journalEntries.userId, userId),
            gte(journalEntries.entryDate, from),
            lte(journalEntries.entryDate, to),
          ),
        )
        .orderBy(asc(journalEntries.entryDate)),
  }
}
