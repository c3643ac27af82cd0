import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { textStatuses, type TextStatus } from '@shared/messages'
import { dailyMessages } from '@shared/schema'
import type { Db } from '../../db/db'
import { whyUndelivered } from '../../senders/undelivered'
import { applyReport } from '../reminders/delivery/ledger'
import { messagesOf } from './messages-repository'

const told = { userId: dailyMessages.userId, words: dailyMessages.messageContent }

type StatusReport = { sid: string; status: TextStatus; error?: string; messageId?: string }

/**
 * Stores the delivery status of an outbound text. Reports arrive late, repeatedly and out of order, so a status never goes
 * back to an earlier one. A reply gets its `messageSid` here. Returns undefined if there is no such text.
 */
export async function recordDeliveryStatus(
  db: Db,
  { sid, status, error, messageId }: StatusReport,
): Promise<{ userId: string; words: string; isNew: boolean } | undefined> {
  const matching = messageId
    ? and(
        eq(dailyMessages.id, messageId),
        or(isNull(dailyMessages.messageSid), eq(dailyMessages.messageSid, sid)),
      )
    : eq(dailyMessages.messageSid, sid)
  const sent = and(matching, eq(dailyMessages.messageDirection, 'outbound'))
  const earlier = textStatuses.slice(0, textStatuses.indexOf(status))
  const [recorded] = await db
    .update(dailyMessages)
    .set({ messageSid: sid, deliveryStatus: status, deliveryError: error ?? null })
    .where(
      and(sent, or(isNull(dailyMessages.deliveryStatus), inArray(dailyMessages.deliveryStatus, earlier))),
    )
    .returning(told)
  if (recorded) return { ...recorded, isNew: true }
  const [known] = await db.select(told).from(dailyMessages).where(sent)
  return known && { ...known, isNew: false }
}

export const undelivered: (string | undefined)[] = ['canceled', 'failed', 'undelivered']
const delivered = ['delivered', 'read']

/**
 * Sets a reminder to what the provider has reported of its text. Called after the outcome of the send is stored and after a
 * report is stored: whichever comes second sees both.
 */
export async function updateReminder(db: Db, userId: string, sid: string, now: Date): Promise<void> {
  const { deliveryStatus, deliveryError = null } = (await messagesOf(db, userId).withSid(sid)) ?? {}
  const hasFailed = undelivered.includes(deliveryStatus ?? undefined)
  if (hasFailed || delivered.includes(deliveryStatus ?? ''))
    await applyReport(db, userId, sid, hasFailed ? whyUndelivered(deliveryError) : null, now)
}
