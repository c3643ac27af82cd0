import type { MailOutcome } from '@shared/mail-in'
import { longDay } from '../../days'
import { greetingOf, mailParts } from '../../html/html-mail'
import type { Mail } from '../../senders/mailer'

const whyNot: Record<Exclude<MailOutcome, 'saved'>, string> = {
  'too late': 'A reminder can be answered for seven days after its day, and those are over.',
  'too large': 'It is larger than 1 MB, with its pictures and attachments.',
  'too many': 'Lisa takes 20 emails a day of each person, and there were more.',
  unreadable: 'Lisa could not read it.',
  'no words': 'Lisa found no words of yours in it. Pictures and attachments are not taken.',
  'no room': 'The entry of that day has no room for so many words.',
  quota: 'Your journal has reached the limit of what it can hold.',
}

type Content = {
  firstName: string | null
  appUrl: string
  /** Of the entry. */
  date: string
  outcome: MailOutcome
  /** The answer to words of danger. */
  danger?: string
}

/** What the writer of a mail is told: that nothing of it was saved and why, or an answer to words of danger. */
export function answerMail({ firstName, appUrl, date, outcome, danger }: Content): Omit<Mail, 'to'> {
  const day = longDay(date)
  const notSaved = `Nothing of your email was saved in your entry of ${day}.`
  const reason = outcome === 'saved' ? '' : whyNot[outcome]
  const words = danger
    ? {
        subject: 'About what you wrote to Lisa',
        heading: 'About what you wrote',
        message: danger,
        note: reason ? `${notSaved} ${reason}` : `Your words are saved in your entry of ${day}.`,
      }
    : {
        subject: 'Your email to Lisa was not saved',
        heading: 'Your email was not saved',
        message: reason,
        note: `${notSaved} You can write the entry in Lisa instead.`,
      }
  return {
    ...mailParts({
      ...words,
      greeting: greetingOf(firstName),
      button: { label: 'Open your journal', url: `${appUrl}/journal` },
      why: "You're receiving this email because you answered a reminder of Lisa's.",
      links: [],
    }),
    isAnswer: true,
  }
}
