import { nameOf } from '../../http/html-mail'

export type ReminderContent = {
  firstName: string | null
  streak: number
  hasWritten: boolean
  appUrl: string
}

export const daysInARow = (streak: number) => `${streak} ${streak === 1 ? 'day' : 'days in a row'}`

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extended = '^{}\\[~]|€'

/** The length of `text` in GSM-7, of which a text message holds 160; NaN if it has other characters. */
export function gsm7Length(text: string): number {
  let length = 0
  for (const character of text)
    length += basic.includes(character) ? 1 : extended.includes(character) ? 2 : Number.NaN
  return length
}

/** The name in GSM-7, with unsupported accents removed; '' if it cannot be written. */
function gsm7Name(name: string): string {
  const plain = Array.from(name, (character) =>
    gsm7Length(character) ? character : character.normalize('NFKD').replace(/\p{M}/gu, ''),
  ).join('')
  return gsm7Length(plain) ? plain : ''
}

/** Fits into one text message: drops the least important parts first, never the opt-out. */
export function reminderSms({ firstName, streak, hasWritten, appUrl }: ReminderContent): string {
  const name = gsm7Name(nameOf(firstName))
  const greetings = name ? [`Hi ${name}, `, 'Hi, '] : ['Hi, ']
  const message = hasWritten ? "you've written today. Well done!" : "it's time for your journal."
  const streaks = streak ? [` Your streak: ${daysInARow(streak)}.`, ''] : ['']
  const links = [` ${appUrl}/journal/new`, '']
  const candidates = links.flatMap((link) =>
    greetings.flatMap((greeting) =>
      streaks.map((days) => `${greeting}${message}${days}${link} Reply STOP to opt out.`),
    ),
  )
  return candidates.find((text) => gsm7Length(text) <= 160) ?? candidates.at(-1) ?? ''
}
