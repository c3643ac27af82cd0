import type { ReminderChannel } from '@shared/reminders'
import { localDay } from '@shared/timezones'
import type { AppContext } from '../../context'
import { AppError } from '../../http/errors'
import { counted, type Uses } from '../../limits/limits'
import { ProviderError } from '../../senders/provider-error'
import { hasOptedOut } from '../../senders/undelivered'
import { sendCode, textsOfServer } from '../phone-numbers/send-code'
import { stoppedNumbersIn } from '../phone-numbers/stopped-numbers-repository'
import { journalsOn, senderTo } from './reminder-message'
import { type Recipient, remindersOf } from './reminders-repository'

/**
 * Sends a reminder at once, as a test; a phone number that is not confirmed gets a code instead. It is not counted as a
 * delivery, so the daily one still comes.
 */
export async function sendTest(ctx: AppContext, channel: ReminderChannel, userId: string, uses: Uses) {
  const recipient = await remindersOf(ctx.db, userId).recipient()
  const unconfirmed = channel === 'sms' ? recipient.pendingPhoneNumber : null
  try {
    if (unconfirmed) await sendCode(ctx, recipient, unconfirmed, uses)
    else await sendReminder(ctx, channel, recipient, uses)
    return { message: 'Sent' }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // The reminders go to the confirmed number.
    if (channel === 'sms' && error.kind === 'opted-out' && !unconfirmed)
      await remindersOf(ctx.db, userId).turnTextsOff(ctx.now())
    ctx.log.warn({ channel, result: error.kind, code: error.code }, 'Sending a test failed')
    throw error
  }
}

async function sendReminder(ctx: AppContext, channel: ReminderChannel, recipient: Recipient, uses: Uses) {
  const { userId, phoneNumber, timezone } = recipient
  const send = senderTo(ctx, channel, recipient)
  if (send instanceof AppError) throw send
  const limits = [{ uses, whose: userId }, ...(channel === 'sms' ? [textsOfServer(ctx)] : [])]
  await counted(limits, async () => {
    const hasStopped =
      channel === 'sms' && (await stoppedNumbersIn(ctx.db, ctx.secrets).has(phoneNumber ?? ''))
    if (hasStopped) throw new AppError(400, hasOptedOut)
    const day = { userId, today: localDay(ctx.now(), timezone) }
    const journalOn = await journalsOn(ctx.db, [day])
    await send(journalOn(day))
  })
}
