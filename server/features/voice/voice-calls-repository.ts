import { and, eq, gt, isNull, lte, notExists } from 'drizzle-orm'
import { voiceCalls, voiceKeys, voiceTalks } from '@shared/schema'
import type { Db } from '../../db/db'
import { dueRows } from '../../db/due-rows'
import { endedAt } from './voice-talks-repository'

export type VoiceCall = typeof voiceCalls.$inferSelect

/** Longer than hanging up may take, and than beginning a call may. */
const leaseMs = 60_000

/** Ends the talks whose time is over, whoever has them, and removes what has lost its use. */
export async function endOverdueTalks(db: Db, now: Date): Promise<void> {
  const [aLeaseAgo, inALease] = [new Date(now.getTime() - leaseMs), new Date(now.getTime() + leaseMs)]
  const isOpen = isNull(voiceTalks.endedAt)
  await db
    .update(voiceTalks)
    .set(endedAt(now))
    .where(and(isOpen, lte(voiceTalks.endsAt, now)))
  // The process died before it had the provider's answer: these talks have not taken place.
  const call = db.select().from(voiceCalls).where(eq(voiceCalls.talkId, voiceTalks.id))
  await db.delete(voiceTalks).where(and(isOpen, lte(voiceTalks.begunAt, aLeaseAgo), notExists(call)))
  // Their users were deleted in mid-talk.
  await db
    .update(voiceCalls)
    .set({ hangUpAt: now })
    .where(and(isNull(voiceCalls.talkId), gt(voiceCalls.hangUpAt, inALease)))
  await db.delete(voiceKeys).where(lte(voiceKeys.expiresAt, now))
}

/** Takes up to `limit` calls that are due; if this process dies, another one takes them once the lease is over. */
export function claimDueCalls(db: Db, now: Date, limit: number): Promise<VoiceCall[]> {
  const { callId, hangUpAt } = voiceCalls
  const { due, isDue } = dueRows(db, voiceCalls, { key: [callId], dueAt: hangUpAt, now, limit })
  return db
    .with(due)
    .update(voiceCalls)
    .set({ hangUpAt: new Date(now.getTime() + leaseMs) })
    .where(isDue)
    .returning()
}

/** The call is tried once more when its lease is over. */
export async function markUnknown(db: Db, { callId }: VoiceCall): Promise<void> {
  await db.update(voiceCalls).set({ isUnknown: true }).where(eq(voiceCalls.callId, callId))
}

export async function removeCall(db: Db, { callId }: VoiceCall): Promise<void> {
  await db.delete(voiceCalls).where(eq(voiceCalls.callId, callId))
}
