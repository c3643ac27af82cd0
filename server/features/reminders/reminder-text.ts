import { nameOf } from '../../html/html-mail'
import { gsm7Length, inGsm7 } from '../../senders/gsm7'

export type ReminderContent = {
  firstName: string | null
  streak: number
  hasWritten: boolean
  appUrl: string
}

export const daysInARow = (streak: number) => `${streak} ${streak === 1 ? 'day' : 'days in a row'}`

/** One text message in GSM-7: drops a name in another script, then the least important parts first, never the opt-out. */
export function reminderSms({ firstName, streak, hasWritten, appUrl }: ReminderContent): string {
  const name = inGsm7(nameOf(firstName))
  const greetings = name ? [`Hi ${name}, `, 'Hi, '] : ['Hi, ']
  const message = hasWritten ? "you've written today. Well done!" : "it's time for your journal."
  const streaks = streak ? [` Your streak: ${daysInARow(streak)}.`, ''] : ['']
  const links = [` ${appUrl}/api/write`, '']
  const candidates = links.flatMap((link) =>
    greetings.flatMap((greeting) =>
      streaks.map((days) => `${greeting}${message}${days}${link} Reply STOP to opt out.`),
    ),
  )
  return candidates.find((text) => gsm7Length(text) <= 160) ?? candidates.at(-1) ?? ''
}
