import type { ReminderChannel } from '@shared/reminders'
import { periodsUntil } from '@shared/review-period'
import type { AppContext } from '../../context'
import type { Db } from '../../db/db'
import { AppError, textsNotSetUp } from '../../http/errors'
import { streaksOf, type UserDay } from '../analytics/streaks-repository'
import { recentDaysOf } from '../journal/recent-days-repository'
import { reminderMail } from './reminder-mail'
import { reminderSms } from './reminder-text'
import type { Recipient } from './reminders-repository'
import { messageId, unsubscribeToken } from './unsubscribe-token'

/** What a reminder says of a user's journal on a day; read for many users at once. */
export async function journalsOn(db: Db, userDays: UserDay[]) {
  // One after the other: beside a batch of reminders, requests need connections too.
  const streakOf = await streaksOf(db, userDays)
  const recentDays = await recentDaysOf(db, userDays)
  return (day: UserDay) => {
    const { streak, hasWritten, hasWrittenSince } = streakOf(day)
    const review = periodsUntil(day.today).find(({ from }) => hasWrittenSince(from))?.name
    return { today: day.today, streak, hasWritten, review, recentDays: recentDays(day) }
  }
}
export type JournalOn = Awaited<ReturnType<typeof journalsOn>>

/**
 * Returns a function that sends a reminder to this user by `channel`, or why there is none, as a sentence for the user. `key`
 * identifies the reminder among the user's: the Message-ID is derived from it.
 */
export function senderTo(
  { mailer, sms, secrets, env: { appUrl } }: Pick<AppContext, 'mailer' | 'sms' | 'secrets' | 'env'>,
  channel: ReminderChannel,
  { userId, firstName, email, phoneNumber, pendingPhoneNumber }: Recipient,
): AppError | ((journal: ReturnType<JournalOn>, key: string) => Promise<{ id: string }>) {
  if (channel === 'sms') {
    if (!sms) return textsNotSetUp()
    if (phoneNumber)
      return (journal) => sms.send({ to: phoneNumber, body: reminderSms({ firstName, appUrl, ...journal }) })
    if (pendingPhoneNumber) return new AppError(400, 'Your phone number is not confirmed yet')
    return new AppError(400, 'Your account has no phone number')
  }
  if (!mailer) return new AppError(503, 'Email is not set up on this server')
  if (!email) return new AppError(400, 'Your account has no email address')
  const unsubscribeUrl = `${appUrl}/api/reminders/unsubscribe?token=${unsubscribeToken(secrets, userId)}`
  return (journal, key) =>
    mailer.send({
      to: { name: '', address: email },
      ...reminderMail({ firstName, appUrl, unsubscribeUrl, ...journal }),
      messageId: messageId(secrets, `${userId} ${key} ${channel}`, appUrl),
      unsubscribeUrl,
    })
}
