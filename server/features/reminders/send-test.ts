import { randomUUID } from 'node:crypto'
import { codeTextLimit, type ReminderChannel } from '@shared/reminders'
import { localDay } from '@shared/timezones'
import type { AppContext } from '../../context'
import { AppError, TooManyRequestsError } from '../../http/errors'
import { type Uses, usesOf } from '../../http/limits'
import { ProviderError } from '../../senders/provider-error'
import { hasOptedOut } from '../../senders/undelivered'
import { codeText, newCode } from '../phone-numbers/phone-code'
import { phoneNumberOf } from '../phone-numbers/phone-numbers-repository'
import { stoppedNumbersIn } from '../phone-numbers/stopped-numbers-repository'
import { isTextable, notTextable } from '../phone-numbers/textable'
import { journalStatusOf, unsendableReason, sendReminder } from './reminder-message'
import { remindersOf } from './reminders-repository'

/**
 * Sends a reminder at once, as a test; a phone number that is not confirmed gets a code instead. It is not counted as a
 * delivery, so the daily one still comes.
 */
export async function sendTest(
  ctx: AppContext,
  channel: ReminderChannel,
  userId: string,
  uses: Uses,
): Promise<{ message: string }> {
  const { db, secrets, log } = ctx
  const saved = await remindersOf(db, userId).recipient()
  const pending = channel === 'sms' ? saved.pendingPhoneNumber : null
  const recipient = { ...saved, phoneNumber: pending ?? saved.phoneNumber }
  const unsendable = unsendableReason(ctx, channel, recipient)
  if (unsendable) throw new AppError(unsendable.isSetUp ? 400 : 503, unsendable.message)
  const hasStopped =
    channel === 'sms' && (await stoppedNumbersIn(db, secrets).has(recipient.phoneNumber ?? ''))
  if (pending && !isTextable(pending)) throw new AppError(400, notTextable)
  const today = { userId, today: localDay(ctx.now(), saved.timezone) }
  const limits: Counted[] = [{ uses, whose: userId }]
  if (pending && !hasStopped) limits.push({ uses: usesOf(ctx, codeTextLimit), whose: pending })
  try {
    await counted(limits, async () => {
      // Counted as well, or one could find out of number after number whether it said STOP.
      if (hasStopped) throw new AppError(400, hasOptedOut)
      if (pending) return sendCode(ctx, userId, pending)
      return sendReminder(ctx, channel, recipient, (await journalStatusOf(db, [today]))(today), randomUUID())
    })
    return { message: 'Sent' }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // The reminders go to the confirmed number.
    if (error.kind === 'opted-out' && !pending)
      await remindersOf(db, userId).change({ phoneReminderEnabled: false }, ctx.now())
    log.warn({ channel, result: error.kind, code: error.code }, 'Sending a test failed')
    throw error
  }
}

async function sendCode({ db, secrets, sms, now }: AppContext, userId: string, to: string) {
  const code = newCode()
  await sms?.send({ to, body: codeText(code), isSecret: true })
  // Only now: what no provider took is not counted by any limit, so its five tries would be without end.
  await phoneNumberOf(db, secrets, userId).storeCode(code, to, now())
}

type Counted = { uses: Uses; whose: string }

/** Counts a try by every limit, or by none if one of them refuses or no provider took the message. */
async function counted(limits: Counted[], send: () => Promise<unknown>): Promise<void> {
  const taken: Counted[] = []
  try {
    for (const limit of limits) {
      await limit.uses.take(limit.whose)
      taken.push(limit)
    }
    await send()
  } catch (error) {
    const isUnreachable = error instanceof ProviderError && error.kind === 'unreachable'
    if (isUnreachable || error instanceof TooManyRequestsError)
      for (const { uses, whose } of taken) await uses.giveBack(whose)
    throw error
  }
}
