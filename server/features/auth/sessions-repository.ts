import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { sessions } from '@shared/schema'
import { builtOnce, type Db } from '../../db/db'

const renewedAt = sql<number>`(${sessions.sess} ->> 'renewedAt')::float8`
const signedInAt = sql<number>`(${sessions.sess} ->> 'signedInAt')::float8`

// Sessions from before it was kept have none, so their sign-in is never a recent one.
const authenticatedAt = sql<number>`coalesce((${sessions.sess} ->> 'authenticatedAt')::float8, 0)`

/** Of a session that a sign-out everywhere has ended: its browser can still be told why. */
const isSignedOut = sql<boolean>`(${sessions.sess} ->> 'signedOut') is not null`

const isLive = gt(sessions.expire, sql`now()`)

const prepared = builtOnce((db) =>
  db
    .select({ userId: sessions.userId, renewedAt, signedInAt, authenticatedAt, isSignedOut })
    .from(sessions)
    .where(and(eq(sessions.sid, sql.placeholder('sid')), isLive))
    .prepare('session'),
)

/** The user of a session, and when it began and was last renewed, in ms; undefined if it does not exist or has expired. */
export async function liveSession(db: Db, sid: string) {
  const [row] = await prepared(db).execute({ sid })
  return row
}

type Renewal = { renewedAt: number; maxAge: number }

/** Extends a session by `maxAge` ms from now; false if it has ended in the meantime. */
export async function renewSession(db: Db, sid: string, { maxAge, ...times }: Renewal): Promise<boolean> {
  const { rowCount } = await db
    .update(sessions)
    .set({
      expire: sql`now() + ${maxAge} * interval '1 millisecond'`,
      sess: sql`(${sessions.sess}::jsonb || ${JSON.stringify(times)}::jsonb)::json`,
    })
    .where(and(eq(sessions.sid, sid), isLive))
  return rowCount === 1
}

export function sessionsOf(db: Db, userId: string) {
  const mine = eq(sessions.userId, userId)
  const browser = sql<string | null>`${sessions.sess} ->> 'browser'`
  return {
    list: () =>
      db
        .select({ sid: sessions.sid, signedInAt, renewedAt, browser })
        .from(sessions)
        .where(and(mine, isLive))
        .orderBy(desc(renewedAt)),
    /** What stays until it expires has no user; the cookie's settings are needed to read it at all. */
    endAll: () =>
      db
        .update(sessions)
        .set({ sess: sql`json_build_object('cookie', ${sessions.sess} -> 'cookie', 'signedOut', true)` })
        .where(mine),
  }
}
