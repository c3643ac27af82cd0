import type { ReviewPeriod } from '@shared/review-period'
import { nameOf } from '../../html/html-mail'
import { gsm7Length, inGsm7 } from '../../senders/gsm7'

export type ReminderContent = {
  firstName: string | null
  streak: number
  hasWritten: boolean
  /** What ends on this day and has an entry. */
  review?: ReviewPeriod['name']
  appUrl: string
}

export const daysInARow = (streak: number) => `${streak} ${streak === 1 ? 'day' : 'days in a row'}`

/**
 * One text message in GSM-7: drops a name in another script, then streak, name, review and link, in this order; never the
 * opt-out.
 */
export function reminderSms({ firstName, streak, hasWritten, review, appUrl }: ReminderContent): string {
  const name = inGsm7(nameOf(firstName))
  const greetings = name ? [`Hi ${name}, `, 'Hi, '] : ['Hi, ']
  const message = hasWritten ? "you've written today. Well done!" : "it's time for your journal."
  const reviews = review ? [` Look back at your ${review} tonight.`, ''] : ['']
  const streaks = streak ? [` Your streak: ${daysInARow(streak)}.`, ''] : ['']
  const links = [` ${appUrl}/api/write`, '']
  const candidates = links.flatMap((link) =>
    reviews.flatMap((review) =>
      greetings.flatMap((greeting) =>
        streaks.map((days) => `${greeting}${message}${days}${review}${link} Reply STOP to opt out.`),
      ),
    ),
  )
  return candidates.find((text) => gsm7Length(text) <= 160) ?? candidates.at(-1) ?? ''
}
