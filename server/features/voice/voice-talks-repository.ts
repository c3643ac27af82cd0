import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { users, voiceCalls, voiceKeys, voiceTalks } from '@shared/schema'
import { localDay } from '@shared/timezones'
import type { EndOfTalk } from '@shared/voice'
import type { Db } from '../../db/db'
import { iso } from '../../db/parameters'
import { one } from '../../http/errors'

const { talkId, expiresAt } = voiceKeys
const keyColumns = { talkId, expiresAt }
type VoiceKey = { talkId: string; expiresAt: Date }
/** How the minutes of the user's day stand. */
export type MinutesUsed = { localDate: string; timezone: string; seconds: number }

/** A key that expires sooner is not given again: microphone and connection take their time. */
const spareMs = 60_000

/** A talk that is ended too late counts up to the time at which it was to end. */
const lastMoment = (now: Date) => sql`least(${iso(now)}::timestamptz, ${voiceTalks.endsAt})`
const secondsUntil = (now: Date) =>
  sql<number>`ceil(extract(epoch from ${lastMoment(now)} - ${voiceTalks.begunAt}))::int`

/** What ends a talk at `now`. */
export const endedAt = (now: Date) => ({ endedAt: lastMoment(now), seconds: secondsUntil(now) })

export function talksOf(db: Db, userId: string) {
  const mine = eq(voiceTalks.userId, userId)
  const myKey = eq(voiceKeys.userId, userId)

  /** Ends the open talk, or only if it is the one named. Returns what it has ended. */
  async function endOpen(tx: Db, now: Date, talkId?: string, isReported = false): Promise<string[]> {
    const ended = await tx
      .update(voiceTalks)
      .set(endedAt(now))
      .where(and(mine, isNull(voiceTalks.endedAt), talkId ? eq(voiceTalks.id, talkId) : undefined))
      .returning({ id: voiceTalks.id })
    const ids = ended.map(({ id }) => id)
    if (ids.length)
      await tx.update(voiceCalls).set({ hangUpAt: now, isReported }).where(inArray(voiceCalls.talkId, ids))
    return ids
  }

  async function used(tx: Db, now: Date): Promise<MinutesUsed> {
    const found = await tx.select({ timezone: users.timezone }).from(users).where(eq(users.id, userId))
    const { timezone } = one(found, 'User')
    const localDate = localDay(now, timezone)
    const [row] = await tx
      .select({
        seconds: sql<number>`coalesce(sum(coalesce(${voiceTalks.seconds}, ${secondsUntil(now)})), 0)::int`,
      })
      .from(voiceTalks)
      .where(and(mine, eq(voiceTalks.localDate, localDate)))
    return { localDate, timezone, seconds: row?.seconds ?? 0 }
  }

  return {
    used: (now: Date) => used(db, now),

    /** The key that has not been used and is still good. */
    async key(now: Date): Promise<VoiceKey | undefined> {
      const isGood = gt(voiceKeys.expiresAt, new Date(now.getTime() + spareMs))
      const [key] = await db.select(keyColumns).from(voiceKeys).where(and(myKey, isGood))
      return key
    },

    /** Keeps a key; of two that come at the same moment the first one stays. Returns the one that is kept. */
    async keep(given: VoiceKey, now: Date): Promise<VoiceKey> {
      const kept = await db
        .insert(voiceKeys)
        .values({ ...given, userId })
        .onConflictDoUpdate({
          target: voiceKeys.userId,
          set: given,
          setWhere: lte(voiceKeys.expiresAt, new Date(now.getTime() + spareMs)),
        })
        .returning(keyColumns)
      return kept[0] ?? one(await db.select(keyColumns).from(voiceKeys).where(myKey), 'Key')
    },

    /** The talk that a key which has not been used begins. */
    async talkOfKey(): Promise<string | undefined> {
      const [key] = await db.select({ talkId: voiceKeys.talkId }).from(voiceKeys).where(myKey)
      return key?.talkId
    },

    /**
     * Spends the key and opens its talk for `seconds`, which throws where no minutes are left; the talk before it ends. Of
     * several at the same moment one gets the key, and the others undefined.
     */
    begin: (
      talkId: string,
      now: Date,
      seconds: (used: MinutesUsed) => number,
    ): Promise<{ endsAt: Date; hadOther: boolean } | undefined> =>
      db.transaction(async (tx) => {
        // First, as a deletion of the account does: the two must not wait for each other in a circle.
        await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share')
        const isGood = and(eq(voiceKeys.talkId, talkId), gt(voiceKeys.expiresAt, now))
        const { rowCount } = await tx.delete(voiceKeys).where(and(myKey, isGood))
        if (!rowCount) return undefined
        const ended = await endOpen(tx, now)
        const today = await used(tx, now)
        const endsAt = new Date(now.getTime() + seconds(today) * 1_000)
        const { localDate } = today
        await tx.insert(voiceTalks).values({ id: talkId, userId, localDate, begunAt: now, endsAt })
        return { endsAt, hadOther: ended.length > 0 }
      }),

    /** Undefined if there is no such talk. */
    isOpen: async (talkId: string): Promise<boolean | undefined> => {
      const { id, endedAt } = voiceTalks
      const [talk] = await db
        .select({ endedAt })
        .from(voiceTalks)
        .where(and(mine, eq(id, talkId)))
      return talk && talk.endedAt === null
    },

    /** The talk has not taken place: the provider has failed, or the browser has gone. */
    forget: async (talkId: string) =>
      void (await db.delete(voiceTalks).where(and(mine, eq(voiceTalks.id, talkId)))),

    /** Keeps the call of a talk, to be hung up when the talk ends: false if it has ended, and the call is due now. */
    keepCall: (callId: string, talkId: string, now: Date): Promise<boolean> =>
      db.transaction(async (tx) => {
        const [talk] = await tx
          .select()
          .from(voiceTalks)
          .where(and(mine, eq(voiceTalks.id, talkId), isNull(voiceTalks.endedAt)))
          .for('update')
        const call = { talkId: talk ? talkId : null, begunAt: now, hangUpAt: talk?.endsAt ?? now }
        await tx
          .insert(voiceCalls)
          .values({ callId, ...call })
          .onConflictDoUpdate({ target: voiceCalls.callId, set: call })
        return talk !== undefined
      }),

    /**
     * Ends the open talk; with `talkId`, only if it is that talk. Stores the usage that its page has `told`, unless that is
     * known. Returns whether one was open, and whether the page tells of it for the first time, which may be after its end.
     */
    end: (now: Date, talkId?: string, told?: EndOfTalk): Promise<{ wasOpen: boolean; isNews: boolean }> =>
      db.transaction(async (tx) => {
        const [ended] = await endOpen(tx, now, talkId, told !== undefined)
        const wasOpen = ended !== undefined
        const id = talkId ?? ended
        const usage = told?.usage
        if (!usage || !id) return { wasOpen, isNews: wasOpen }
        const isUntold = and(mine, eq(voiceTalks.id, id), isNull(voiceTalks.usage))
        const { rowCount } = await tx.update(voiceTalks).set({ usage }).where(isUntold)
        return { wasOpen, isNews: rowCount === 1 }
      }),
  }
}
