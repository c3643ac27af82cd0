import { and, desc, eq, lte, ne, sql } from 'drizzle-orm'
import { maxPushDevices, type PushDeviceInput } from '@shared/push'
import { pushDevices } from '@shared/schema'
import type { Db } from '../../db/db'
import { deleteInBatches } from '../../db/delete-in-batches'
import { iso } from '../../db/parameters'
import { ConflictError, one } from '../../http/errors'
import type { FailureKind } from '../../senders/provider-error'

const { id, endpoint, p256dh, auth, device, createdAt, lastSentAt, lastSeenAt, remindedOn } = pushDevices
const view = { id, device, createdAt, lastSentAt, lastSeenAt }

type Seen = { sid: string; device: string | null; now: Date }

/** What became of a notification to a device. */
export type Notified = { id: string; result: 'sent' | FailureKind }

export function pushDevicesOf(db: Db, userId: string) {
  const mine = eq(pushDevices.userId, userId)
  return {
    list: () => db.select(view).from(pushDevices).where(mine).orderBy(desc(createdAt), desc(id)),

    has: async (address: string) => (await db.$count(pushDevices, and(mine, eq(endpoint, address)))) > 0,

    /** Ends the notifications of who had this browser before. Nothing of theirs is shown to this user. */
    takeFromOthers: async (theirs: string) => {
      await db.delete(pushDevices).where(and(eq(endpoint, theirs), ne(pushDevices.userId, userId)))
    },

    /** In a transaction that has locked the user, so that two devices at the same moment count each other. */
    save: async (input: PushDeviceInput, { sid, device, now }: Seen) => {
      const isIt = eq(endpoint, input.endpoint)
      const isNew = !(await db.$count(pushDevices, and(mine, isIt)))
      if (isNew && (await db.$count(pushDevices, mine)) >= maxPushDevices)
        throw new ConflictError(`You have ${maxPushDevices} devices already: remove one first`)
      const seen = { userId, ...input.keys, sid, device, lastSeenAt: now }
      const saved = await db
        .insert(pushDevices)
        .values({ ...seen, endpoint: input.endpoint, createdAt: now })
        .onConflictDoUpdate({ target: endpoint, set: seen })
        .returning(view)
      return { row: one(saved, 'Push device'), isNew }
    },

    remove: async (device: string) => {
      const removed = await db
        .delete(pushDevices)
        .where(and(mine, eq(id, device)))
        .returning({ id })
      one(removed, 'Push device')
    },

    /** What is needed to send to them. One that is registered later than `before` may have had the message already. */
    subscriptions: (before?: Date) =>
      db
        .select({ id, endpoint, p256dh, auth, remindedOn })
        .from(pushDevices)
        .where(and(mine, before && lte(createdAt, before))),

    /** Stores who has had the reminder of `day`, or a test without one, and removes the devices that take none any more. */
    settle: async (outcomes: Notified[], now: Date, day: string | null) => {
      await db.execute(sql`
        with outcome as (
          select * from jsonb_to_recordset(${JSON.stringify(outcomes)}) as o (id uuid, result text)
        ), removed as (
          delete from push_devices d using outcome o
          where d.id = o.id and user_id = ${userId} and result = 'opted-out'
        )
        update push_devices d set reminded_on = coalesce(${day}, reminded_on),
          last_sent_at = case result when 'sent' then ${iso(now)} else last_sent_at end
        from outcome o where d.id = o.id and user_id = ${userId} and result in ('sent', 'unknown')`)
    },
  }
}

/** Deletes devices that nobody has used since `before`: neither opened Lisa on it, nor has its push service taken anything. */
export const deleteUnusedDevices = (db: Db, before: Date, stopping: AbortSignal): Promise<void> =>
  deleteInBatches(
    db,
    pushDevices,
    sql`greatest(last_seen_at, last_sent_at, created_at) < ${iso(before)}`,
    stopping,
  )
