import { and, desc, eq, exists, isNull, ne, sql } from 'drizzle-orm'
import type { RememberedTalk } from '@shared/talks'
import { users, voiceTalks as talks } from '@shared/schema'
import type { Db } from '../../db/db'
import { UnauthorizedError, one } from '../../http/errors'

/** The summary of a talk that was forgotten: it is not to be summarised again. */
const forgotten = ''

const memory = { remember: users.rememberTalks }

export function talksOf(db: Db, userId: string) {
  const me = eq(users.id, userId)
  const mine = eq(talks.userId, userId)
  const mineById = (id: string) => and(mine, eq(talks.id, id))
  const isOn = exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(me, eq(users.rememberTalks, true))),
  )
  const current = ([row]: { remember: boolean }[]) => {
    if (!row) throw new UnauthorizedError()
    return row
  }
  return {
    memory: async () => current(await db.select(memory).from(users).where(me)),
    setMemory: async (remember: boolean) =>
      current(await db.update(users).set({ rememberTalks: remember }).where(me).returning(memory)),
    remembered: (limit: number): Promise<RememberedTalk[]> =>
      db
        .select({ id: talks.id, date: talks.localDate, summary: sql<string>`${talks.summary}` })
        .from(talks)
        .where(and(mine, ne(talks.summary, forgotten)))
        .orderBy(desc(talks.begunAt))
        .limit(limit),
    /** False if there is a summary already, or none is wanted. */
    remember: async (id: string, summary: string): Promise<boolean> => {
      const kept = await db
        .update(talks)
        .set({ summary })
        .where(and(mineById(id), isNull(talks.summary), isOn))
        .returning({ id: talks.id })
      if (!kept.length) one(await db.select({ id: talks.id }).from(talks).where(mineById(id)), 'Talk')
      return kept.length > 0
    },
    /** Replaces `previous` only: the talk may have been forgotten in the meantime. */
    improve: async (id: string, previous: string, summary: string): Promise<void> => {
      await db
        .update(talks)
        .set({ summary })
        .where(and(mineById(id), eq(talks.summary, previous)))
    },
    forget: async (id: string) => {
      one(
        await db.update(talks).set({ summary: forgotten }).where(mineById(id)).returning({ id: talks.id }),
        'Talk',
      )
    },
  }
}
