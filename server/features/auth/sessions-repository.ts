import { and, eq, gt, sql } from 'drizzle-orm'
import { sessions } from '@shared/schema'
import { builtOnce, type Db } from '../../db/db'

const hot = builtOnce((db) =>
  db
    .select({
      userId: sessions.userId,
      renewedAt: sql<number>`coalesce((${sessions.sess} ->> 'renewedAt')::float8, 0)`,
    })
    .from(sessions)
    .where(and(eq(sessions.sid, sql.placeholder('sid')), gt(sessions.expire, sql`now()`)))
    .prepare('session'),
)

/** Whose session it is, and when it was last renewed, in ms; undefined when it has ended. */
export async function liveSession(db: Db, sid: string) {
  const [row] = await hot(db).execute({ sid })
  return row
}
