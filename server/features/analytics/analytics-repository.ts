import { and, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { addDays } from '@shared/dates'
import { journalEntries, journalRuns, users } from '@shared/schema'
import { localDay } from '@shared/timezones'
import { builtOnce, type Db } from '../../db/db'
import { UnauthorizedError } from '../../http/errors'

/** Local days differ from that of UTC by one at the most, whatever the zone. */
const zoneSlack = 1

const hot = builtOnce((db) => {
  // Runs do not touch, so of the days that matter three runs can hold one each; whatever is older does not count.
  const newest = db
    .select({ firstDay: journalRuns.firstDay, lastDay: journalRuns.lastDay })
    .from(journalRuns)
    .where(
      and(eq(journalRuns.userId, users.id), lte(journalRuns.firstDay, sql.placeholder('latestTomorrow'))),
    )
    .orderBy(desc(journalRuns.firstDay))
    .limit(3)
    .as('newest')
  const recentRuns = db
    .select({ timezone: users.timezone, firstDay: newest.firstDay, lastDay: newest.lastDay })
    .from(users)
    .leftJoinLateral(newest, sql`true`)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('recent_runs')
  return { recentRuns }
})

/**
 * What the analytics rules need of a user's journal, each in one statement that reads a bounded number of index
 * entries. The zone comes along in it, so it asks for the days around UTC's today, wide enough for every zone.
 */
export function analyticsOf(db: Db, userId: string) {
  const answer = <T extends { timezone: string }>(rows: T[], now: Date) => {
    const [first] = rows
    if (!first) throw new UnauthorizedError()
    return { today: localDay(now, first.timezone), rows }
  }
  return {
    /** The newest runs: those that may hold yesterday, today or tomorrow are among them. */
    recentRuns: async (now: Date) => {
      const latestTomorrow = addDays(localDay(now, 'UTC'), zoneSlack + 1)
      const { today, rows } = answer(await hot(db).recentRuns.execute({ userId, latestTomorrow }), now)
      const runs = rows.flatMap(({ firstDay, lastDay }) =>
        firstDay && lastDay ? [{ firstDay, lastDay }] : [],
      )
      return { today, runs }
    },
    /** The days with an entry that may be in the current week. */
    recentDays: async (now: Date) => {
      const utcToday = localDay(now, 'UTC')
      const reach = zoneSlack + 6
      const { today, rows } = answer(
        await db
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
          .where(eq(users.id, userId)),
        now,
      )
      return { today, days: rows.flatMap(({ day }) => (day ? [day] : [])) }
    },
  }
}
