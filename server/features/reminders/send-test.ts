import { randomUUID } from 'node:crypto'
import type { ReminderChannel } from '@shared/reminders'
import { localDay } from '@shared/timezones'
import type { AppContext } from '../../context'
import { AppError } from '../../http/errors'
import type { Uses } from '../../http/limits'
import { ProviderError } from '../../senders/provider-error'
import { journalStatusOf, unsendableReason, sendReminder } from './reminder-message'
import { remindersOf } from './reminders-repository'

/** Sends a reminder at once, as a test. It is not counted as a delivery, so the daily one still comes. */
export async function sendTest(
  ctx: AppContext,
  channel: ReminderChannel,
  userId: string,
  uses: Uses,
): Promise<{ message: string }> {
  const { db, log } = ctx
  const now = ctx.now()
  const recipient = await remindersOf(db, userId).recipient()
  const unsendable = unsendableReason(ctx, channel, recipient)
  if (unsendable) throw new AppError(unsendable.isSetUp ? 400 : 503, unsendable.message)
  await uses.take(userId)
  const user = { userId, today: localDay(now, recipient.timezone) }
  const today = (await journalStatusOf(db, [user]))(user)
  try {
    await sendReminder(ctx, channel, recipient, today, randomUUID())
    return { message: 'Sent' }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // A message that no provider took does not count.
    if (error.kind === 'unreachable') await uses.giveBack(userId)
    if (error.kind === 'opted-out') await remindersOf(db, userId).change({ phoneReminderEnabled: false }, now)
    log.warn({ channel, result: error.kind, code: error.code }, 'Sending a test failed')
    throw error
  }
}
