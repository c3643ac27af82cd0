import type { ReminderChannel } from '@shared/reminders'
import type { AppContext } from '../../context'
import type { Db } from '../../db/db'
import { ProviderError } from '../../senders/provider-error'
import { streaksOf } from '../analytics/streaks-repository'
import { recentDaysOf, type RecentDays, type UserDay } from './recent-days-repository'
import { reminderMail } from './reminder-mail'
import { reminderSms } from './reminder-text'
import { messageId, unsubscribeToken } from './unsubscribe-token'

export type Recipient = {
  userId: string
  firstName: string | null
  email: string | null
  phoneNumber: string | null
  pendingPhoneNumber: string | null
}
/** What a reminder says of a user's journal on a day. */
export type JournalStatus = { today: string; streak: number; hasWritten: boolean; recentDays: RecentDays }

/** For many users at once. */
export async function journalStatusOf(
  db: Db,
  userDays: UserDay[],
): Promise<(userDay: UserDay) => JournalStatus> {
  const [streakOf, recentDays] = [await streaksOf(db, userDays), await recentDaysOf(db, userDays)]
  return (userDay) => ({ today: userDay.today, ...streakOf(userDay), recentDays: recentDays(userDay) })
}

const names = { email: 'Email is', sms: 'Text messages are' }

/** Why this server cannot send to this user by `channel`, as a sentence for the user; undefined if it can. */
export function unsendableReason(
  ctx: Pick<AppContext, 'mailer' | 'sms'>,
  channel: ReminderChannel,
  { email, phoneNumber, pendingPhoneNumber }: Recipient,
): { isSetUp: boolean; message: string } | undefined {
  if (!(channel === 'email' ? ctx.mailer : ctx.sms))
    return { isSetUp: false, message: `${names[channel]} not set up on this server` }
  if (!(channel === 'email' ? email : phoneNumber))
    return {
      isSetUp: true,
      message:
        channel === 'email'
          ? 'Your account has no email address'
          : pendingPhoneNumber
            ? 'Your phone number is not confirmed yet'
            : 'Your account has no phone number',
    }
  return undefined
}

/** Sends a reminder. `idempotencyKey` identifies it among the user's reminders: the Message-ID is derived from it. */
export async function sendReminder(
  ctx: Pick<AppContext, 'mailer' | 'sms' | 'secrets' | 'env'>,
  channel: ReminderChannel,
  { userId, firstName, email, phoneNumber }: Omit<Recipient, 'pendingPhoneNumber'>,
  today: JournalStatus,
  idempotencyKey: string,
): Promise<{ id: string }> {
  const { appUrl } = ctx.env
  const content = { firstName, ...today, appUrl }
  if (channel === 'sms' && ctx.sms && phoneNumber)
    return ctx.sms.send({ to: phoneNumber, body: reminderSms(content) })
  if (channel === 'email' && ctx.mailer && email) {
    const token = unsubscribeToken(ctx.secrets, userId)
    const unsubscribeUrl = `${appUrl}/api/reminders/unsubscribe?token=${token}`
    return ctx.mailer.send({
      to: { name: '', address: email },
      ...reminderMail({ ...content, unsubscribeUrl }),
      messageId: messageId(ctx.secrets, `${userId} ${idempotencyKey} ${channel}`, appUrl),
      unsubscribeUrl,
    })
  }
  throw new ProviderError('permanent', 'unsendable', 'This reminder cannot be sent')
}
