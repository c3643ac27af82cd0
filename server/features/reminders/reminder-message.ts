import { randomUUID } from 'node:crypto'
import type { ReminderChannel } from '@shared/reminders'
import { periodsUntil } from '@shared/review-period'
import type { AppContext } from '../../context'
import type { Db } from '../../db/db'
import { AppError, notificationsNotSetUp, textsNotSetUp } from '../../http/errors'
import { streaksOf, type UserDay } from '../analytics/streaks-repository'
import { recentDaysOf } from '../journal/recent-days-repository'
import { notifyDevices, type Reminder, type Sent } from './notify-devices'
import { reminderMail } from './reminder-mail'
import { reminderNotification } from './reminder-notification'
import { reminderSms } from './reminder-text'
import { notConfirmed, type Recipient } from './reminders-repository'
import { replyAddress } from './reply-address'
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
 * Returns a function that sends a reminder to this user by `channel`, or why there is none, as a sentence for the user.
 * A test is no reminder.
 */
export function senderTo(
  ctx: AppContext,
  channel: ReminderChannel,
  recipient: Recipient,
): AppError | ((journal: ReturnType<JournalOn>, reminder?: Reminder) => Promise<Sent>) {
  const { mailer, sms, push, secrets, env } = ctx
  const { appUrl, mailIn } = env
  const { userId, firstName, email, phoneNumber, pendingPhoneNumber } = recipient
  if (channel === 'push') {
    if (!push) return notificationsNotSetUp()
    return (journal, reminder) => {
      const message = reminderNotification({ firstName, appUrl, ...journal })
      return notifyDevices(ctx, push, recipient, { message, today: journal.today, reminder })
    }
  }
  if (channel === 'sms') {
    if (!sms) return textsNotSetUp()
    if (phoneNumber)
      return (journal) => sms.send({ to: phoneNumber, body: reminderSms({ firstName, appUrl, ...journal }) })
    if (pendingPhoneNumber) return new AppError(400, notConfirmed)
    return new AppError(400, 'Your account has no phone number')
  }
  if (!mailer) return new AppError(503, 'Email is not set up on this server')
  if (!email) return new AppError(400, 'Your account has no email address')
  const unsubscribeUrl = `${appUrl}/api/reminders/unsubscribe?token=${unsubscribeToken(secrets, userId)}`
  return (journal, reminder) => {
    const replyTo = mailIn && replyAddress(secrets, mailIn.address, { userId, date: journal.today })
    const content = { firstName, appUrl, unsubscribeUrl, isAnswerable: Boolean(replyTo), ...journal }
    return mailer.send({
      to: { name: '', address: email },
      ...reminderMail(content),
      replyTo,
      messageId: messageId(secrets, `${userId} ${reminder?.localDate ?? randomUUID()} ${channel}`, appUrl),
      unsubscribeUrl,
    })
  }
}
