import { and, desc, eq, exists, gte, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { dayMs } from '@shared/instants'
import type {
  Intention,
  IntentionChange,
  NamedIntention,
  RememberedTalk,
  TalkChange,
  TalkMemoryInput,
} from '@shared/talks'
import { users, voiceTalks as talks } from '@shared/schema'
import type { Db } from '../../db/db'
import { deleteInBatches } from '../../db/delete-in-batches'
import { ConflictError, UnauthorizedError, one } from '../../http/errors'

const daysRemembered = 90
const oldestRemembered = (now: Date) => new Date(now.getTime() - daysRemembered * dayMs)

/** The summary of a talk that was forgotten: it is not to be summarised again. */
const forgotten = ''

const isRemembered = (now: Date) =>
  and(ne(talks.summary, forgotten), or(talks.kept, gte(talks.begunAt, oldestRemembered(now))))

const memory = { remember: users.rememberTalks, readsJournal: users.lisaReadsJournal }
const remembered = {
  id: talks.id,
  date: talks.localDate,
  summary: sql<string>`${talks.summary}`,
  kept: talks.kept,
  intentions: talks.intentions,
}

const isSame = (a: NamedIntention, b: NamedIntention) => a.date === b.date && a.text === b.text

/** The list after a change of one intention. Equal ones become one. */
function changed(intentions: Intention[], asked: NamedIntention[], change?: IntentionChange): Intention[] {
  const { from, to } = change ?? {}
  if (from && !intentions.some((each) => isSame(each, from)))
    throw new ConflictError('This intention was changed elsewhere')
  const list = intentions.flatMap((each) => {
    if (!from || !isSame(each, from)) return [each]
    // On another day it is another question.
    return to ? [{ ...to, asked: each.asked && to.date === from.date }] : []
  })
  const allAsked = [...list.filter((each) => each.asked), ...asked]
  return list
    .filter((each, place) => list.findIndex((other) => isSame(each, other)) === place)
    .map((each) => ({ ...each, asked: allAsked.some((other) => isSame(each, other)) }))
}

export function talksOf(db: Db, userId: string) {
  const me = eq(users.id, userId)
  const mine = eq(talks.userId, userId)
  const mineById = (id: string) => and(mine, eq(talks.id, id))
  const isOn = exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(me, eq(users.rememberTalks, true), eq(users.aiEnabled, true))),
  )
  const current = <T>([row]: T[]) => {
    if (!row) throw new UnauthorizedError()
    return row
  }
  return {
    memory: async () => current(await db.select(memory).from(users).where(me)),
    setMemory: async ({ remember, readsJournal }: TalkMemoryInput) => {
      // Drizzle refuses an update that sets nothing.
      const set = { id: sql`${users.id}`, rememberTalks: remember, lisaReadsJournal: readsJournal }
      return current(await db.update(users).set(set).where(me).returning(memory))
    },
    remembered: (
      { limit, before }: { limit: number; before?: string },
      now: Date,
    ): Promise<RememberedTalk[]> => {
      const begunBefore =
        before && lt(talks.begunAt, db.select({ at: talks.begunAt }).from(talks).where(mineById(before)))
      return db
        .select(remembered)
        .from(talks)
        .where(and(mine, isRemembered(now), begunBefore || undefined))
        .orderBy(desc(talks.begunAt))
        .limit(limit)
    },
    /** False if there is a summary already, or none is wanted. */
    remember: async (
      id: string,
      summary: string,
      intentionsOn: (day: string) => Intention[],
    ): Promise<boolean> => {
      const columns = { date: talks.localDate, isWanted: sql<boolean>`${and(isNull(talks.summary), isOn)}` }
      const { date, isWanted } = one(await db.select(columns).from(talks).where(mineById(id)), 'Talk')
      if (!isWanted) return false
      const kept = await db
        .update(talks)
        .set({ summary, intentions: intentionsOn(date) })
        .where(and(mineById(id), isNull(talks.summary), isOn))
        .returning({ id: talks.id })
      return kept.length > 0
    },
    /** Where its summary is still `previous`: the talk may have been forgotten in the meantime. */
    improve: async (
      id: string,
      previous: string,
      change: { summary: string } | { refused: string },
    ): Promise<void> => {
      await db
        .update(talks)
        .set(change)
        .where(and(mineById(id), eq(talks.summary, previous)))
    },
    change: (id: string, { asked = [], intention, ...change }: TalkChange, now: Date) =>
      db.transaction(async (tx): Promise<RememberedTalk> => {
        const found = tx
          .select(remembered)
          .from(talks)
          .where(and(mineById(id), isRemembered(now)))
        const { kept, intentions } = { ...one(await found.for('update'), 'Talk'), ...change }
        const set = { kept, intentions: changed(intentions, asked, intention) }
        return one(await tx.update(talks).set(set).where(mineById(id)).returning(remembered), 'Talk')
      }),
    forget: async (id: string) => {
      const set = { summary: forgotten, intentions: [], refused: null }
      one(await db.update(talks).set(set).where(mineById(id)).returning({ id: talks.id }), 'Talk')
    },
  }
}

/** Forgets what is remembered of old talks of all users, unless it is kept. */
export function endOldMemories(db: Db, now: Date, stopping: AbortSignal): Promise<void> {
  const isOld = sql`begun_at < ${oldestRemembered(now).toISOString()} and not kept and summary <> ''`
  const forget = sql`update ${talks} set summary = '', intentions = '[]', refused = null`
  return deleteInBatches(db, talks, isOld, stopping, forget)
}
