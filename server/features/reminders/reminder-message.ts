import type { ReminderChannel } from '@shared/reminders'
import type { AppContext } from '../../context'
import type { Db } from '../../db/db'
import { AppError } from '../../http/errors'
import { ProviderError } from '../../senders/provider-error'
import { streaksOf } from '../analytics/streaks-repository'
import { recentDaysOf, type UserDay } from '../journal/recent-days-repository'
import { reminderMail } from './reminder-mail'
import { reminderSms } from './reminder-text'
import type { Recipient } from './reminders-repository'
import { messageId, unsubscribeToken } from './unsubscribe-token'

/** What a reminder says of a user's journal on a day; read for many users at once. */
export async function journalsOn(db: Db, userDays: UserDay[]) {
  // One after the other: beside a batch of reminders, requests need connections too.
  const streakOf = await streaksOf(db, userDays)
  const recentDays = await recentDaysOf(db, userDays)
  return (day: UserDay) => ({ today: day.today, ...streakOf(day), recentDays: recentDays(day) })
}
export type JournalOn = Awaited<ReturnType<typeof journalsOn>>

/** Why this server cannot send to this user by `channel`, as a sentence for the user; undefined if it can. */
export function whyUnsendable(
  { mailer, sms }: Pick<AppContext, 'mailer' | 'sms'>,
  channel: ReminderChannel,
  { email, phoneNumber, pendingPhoneNumber }: Recipient,
): AppError | undefined {
  if (channel === 'email') {
    if (!mailer) return new AppError(503, 'Email is not set up on this server')
    return email ? undefined : new AppError(400, 'Your account has no email address')
  }
  if (!sms) return new AppError(503, 'Text messages are not set up on this server')
  if (phoneNumber) return undefined
  const reason = pendingPhoneNumber
    ? 'Your phone number is not confirmed yet'
    : 'Your account has no phone number'
  return new AppError(400, reason)
}

/** Sends a reminder. `idempotencyKey` identifies it among the user's reminders: the Message-ID is derived from it. */
export async function sendReminder(
  { mailer, sms, secrets, env: { appUrl } }: Pick<AppContext, 'mailer' | 'sms' | 'secrets' | 'env'>,
  channel: ReminderChannel,
  { userId, firstName, email, phoneNumber }: Omit<Recipient, 'pendingPhoneNumber'>,
  journal: ReturnType<JournalOn>,
  idempotencyKey: string,
): Promise<{ id: string }> {
  const content = { firstName, ...journal, appUrl }
  if (channel === 'sms' && sms && phoneNumber)
    return sms.send({ to: phoneNumber, body: reminderSms(content) })
  if (channel === 'email' && mailer && email) {
    const unsubscribeUrl = `${appUrl}/api/reminders/unsubscribe?token=${unsubscribeToken(secrets, userId)}`
    return mailer.send({
      to: { name: '', address: email },
      ...reminderMail({ ...content, unsubscribeUrl }),
      messageId: messageId(secrets, `${userId} ${idempotencyKey} ${channel}`, appUrl),
      unsubscribeUrl,
    })
  }
  throw new ProviderError('permanent', 'unsendable', 'This reminder cannot be sent')
}
