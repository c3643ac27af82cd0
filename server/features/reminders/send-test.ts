import { randomUUID } from 'node:crypto'
import type { ReminderChannel } from '@shared/reminders'
import { localDay } from '@shared/timezones'
import type { AppContext } from '../../context'
import { AppError } from '../../http/errors'
import { counted, type Uses } from '../../http/limits'
import { ProviderError } from '../../senders/provider-error'
import { hasOptedOut } from '../../senders/undelivered'
import { sendCode } from '../phone-numbers/send-code'
import { stoppedNumbersIn } from '../phone-numbers/stopped-numbers-repository'
import { journalsOn, sendReminder, whyUnsendable } from './reminder-message'
import { remindersOf } from './reminders-repository'

/**
 * Sends a reminder at once, as a test; a phone number that is not confirmed gets a code instead. It is not counted as a
 * delivery, so the daily one still comes.
 */
export async function sendTest(ctx: AppContext, channel: ReminderChannel, userId: string, uses: Uses) {
  const { db, secrets, now, log } = ctx
  const recipient = await remindersOf(db, userId).recipient()
  const { phoneNumber, pendingPhoneNumber, timezone } = recipient
  const unconfirmed = channel === 'sms' ? pendingPhoneNumber : null
  const unsendable = whyUnsendable(ctx, channel, { ...recipient, phoneNumber: unconfirmed ?? phoneNumber })
  if (unsendable) throw unsendable

  const sendNow = async () => {
    const hasStopped = channel === 'sms' && (await stoppedNumbersIn(db, secrets).has(phoneNumber ?? ''))
    if (hasStopped) throw new AppError(400, hasOptedOut)
    const day = { userId, today: localDay(now(), timezone) }
    const journalOn = await journalsOn(db, [day])
    await sendReminder(ctx, channel, recipient, journalOn(day), randomUUID())
  }
  try {
    if (unconfirmed) await sendCode(ctx, userId, unconfirmed, uses)
    else await counted([{ uses, whose: userId }], sendNow)
    return { message: 'Sent' }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // The reminders go to the confirmed number.
    if (error.kind === 'opted-out' && !unconfirmed) await remindersOf(db, userId).turnTextsOff(now())
    log.warn({ channel, result: error.kind, code: error.code }, 'Sending a test failed')
    throw error
  }
}
