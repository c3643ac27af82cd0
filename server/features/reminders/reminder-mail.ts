import { greetingOf, mailParts, moodsOfWeek, nameOf, quotation, sentence } from '../../html/html-mail'
import { screenLink } from '../../http/screen-link'
import type { Mail } from '../../senders/mailer'
import type { RecentDays } from '../journal/recent-days-repository'
import { markerLine } from './reply-address'
import { type ReminderContent, daysInARow } from './reminder-text'

type MailContent = ReminderContent & {
  unsubscribeUrl: string
  today: string
  recentDays: RecentDays
  /** Whether the words of an answer go into the entry. */
  isAnswerable?: boolean
}

export function reminderMail(content: MailContent): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { appUrl, unsubscribeUrl, streak, hasWritten, review } = content
  const { moods, yearAgo } = content.recentDays
  const name = nameOf(content.firstName)
  const words = hasWritten
    ? {
        subject: `${name ? `${name}, you've` : "You've"} written today`,
        heading: "You've written today",
        message: 'Your entry for today is saved. If anything else comes to mind, you can add it.',
        button: 'Open your entry',
      }
    : {
        subject: `${name ? `${name}, time` : 'Time'} for your journal`,
        heading: 'How was your day?',
        message: "A few lines are enough: what happened, how you felt, what you're grateful for.",
        button: "Write today's entry",
      }
  return mailParts({
    ...words,
    firstLine: content.isAnswerable ? markerLine : undefined,
    greeting: greetingOf(content.firstName),
    note: streak ? `Your streak: ${daysInARow(streak)}.` : 'Your next entry starts a new streak.',
    parts: [
      ...(review ? [sentence(`This evening you can look back at your ${review} on Home.`)] : []),
      ...(moods.size ? [moodsOfWeek(moods, content.today)] : []),
      ...(yearAgo ? [quotation(`On this day, ${yearAgo.date.slice(0, 'YYYY'.length)}`, yearAgo.line)] : []),
    ],
    button: { label: words.button, url: `${appUrl}/api/write` },
    why: "You're receiving this email because daily reminders are on in your settings.",
    links: [
      { label: 'Settings', url: screenLink(appUrl, '/settings') },
      { label: 'Turn them off', url: unsubscribeUrl },
    ],
  })
}
