import type { Request } from 'express'
import type { UserView } from '@shared/auth'
import type { AppContext } from '../../context'
import { greetingOf, mailParts, nameOf } from '../../html/html-mail'
import { screenLink } from '../../http/screen-link'
import type { ProviderError } from '../../senders/provider-error'
import { occasionOf } from './occasion'

type Words = {
  subject: string
  heading: string
  message: string
  note: string
  isLast?: true
  /** Instead of the security of the account. */
  why?: string
}

/** What each mail says; `occasion` is when and from where, `token` the name of the token that it is about. */
const mails = {
  'new sign-in': (occasion) => ({
    subject: 'New sign-in to your account',
    heading: 'A new sign-in',
    message: `Somebody signed in with your account on ${occasion}. Lisa knows no earlier sign-in of yours with this kind of browser or from this network. If this was you, there's nothing to do.`,
    note: "If this wasn't you, change the password of the account you use to sign in to Lisa, then open Settings and choose “Sign out everywhere” under Sign-ins.",
  }),
  'email changed': (occasion) => ({
    subject: 'The email address of your account changed',
    heading: 'Your email address changed',
    message: `At a sign-in on ${occasion}, your sign-in service gave Lisa another email address for your account. Lisa writes to that one from now on. If you changed it, there's nothing to do.`,
    note: "If this wasn't you, change the password of the account you use to sign in to Lisa, then open Settings and choose “Sign out everywhere” under Sign-ins.",
  }),
  'password added': (occasion) => ({
    subject: 'An API password was added to your account',
    heading: 'An API password was added',
    message: `It was added on ${occasion}. Programs that have it can read your goals and journal and add to them. If this was you, there's nothing to do.`,
    note: "If this wasn't you, open Settings, choose “Remove password” under API Access and “Sign out everywhere” under Sign-ins, and change the password of the account you use to sign in to Lisa.",
  }),
  'token made': (occasion, token) => ({
    subject: 'A token was made for your account',
    heading: 'A token was made',
    message: `The token “${token}” was made on ${occasion}. Settings says what it may do and when it ends. If this was you, there's nothing to do.`,
    note: "If this wasn't you, open Settings, choose “Sign out everywhere” under Sign-ins, which ends every token too, and change the password of the account you use to sign in to Lisa.",
  }),
  'token elsewhere': (occasion, token) => ({
    subject: 'A token was used from another network',
    heading: 'A token was used from another network',
    message: `The token “${token}” was used on ${occasion}. Lisa had not seen it in this network before. If the program that has it runs there, there's nothing to do.`,
    note: 'If you know of no such program, open Settings and choose “Withdraw” beside the token under API Access. Then make a new one for the program that you gave it to.',
  }),
  'calendar made': (occasion) => ({
    subject: 'An address for your calendar was made',
    heading: 'An address for your calendar was made',
    message: `It was made on ${occasion}. Whoever has it can read when your goals and reviews are due, and the titles of the goals if that was chosen. If this was you, there's nothing to do.`,
    note: "If this wasn't you, open Settings and choose “Sign out everywhere” under Sign-ins. That withdraws the address too. Then change the password of the account you use to sign in to Lisa.",
  }),
  'assistant let in': (occasion, token) => ({
    subject: 'An assistant was let into your account',
    heading: 'An assistant was let in',
    message: `“${token}” was let in on ${occasion}. Settings lists it under API Access, with what it may do. If this was you, there's nothing to do.`,
    note: "If this wasn't you, open Settings, withdraw it under API Access, choose “Sign out everywhere” under Sign-ins, and change the password of the account you use to sign in to Lisa.",
  }),
  'texts stopped': () => ({
    subject: 'Your text reminders have stopped',
    heading: 'Your text reminders have stopped',
    message:
      "Lisa sends texts only to a phone number that has been confirmed with a code, and yours hasn't been. That may be because this server was updated.",
    note: 'Open Settings, choose “Send Test SMS” under Phone Reminders, and enter the code that arrives. From then on your reminders come again.',
    why: "You're receiving this email, once, because phone reminders are on in your settings.",
  }),
  'account deleted': (occasion) => ({
    subject: 'Your account was deleted',
    heading: 'Your account was deleted',
    message: `It was deleted on ${occasion}. Your journal, your goals, your settings and everything else Lisa kept for you are gone, and Lisa can't bring them back. Backups of this server may hold copies until they are deleted in turn.`,
    note: "If this wasn't you, change the password of the account you used to sign in to Lisa.",
    isLast: true,
  }),
} satisfies Record<string, (occasion: string, token: string) => Words>

type Recipient = Pick<UserView, 'email' | 'firstName' | 'timezone'> & { id?: string }

/** How long after a try the next one comes, in ms. */
const pauses = [60_000, 10 * 60_000]

/**
 * Mails a user about a change of their account, which may not have been theirs. Never rejects; a mail that did not go out
 * is tried again while this process lives.
 */
export async function sendAccountMail(
  { mailer, env, log, now }: Pick<AppContext, 'mailer' | 'env' | 'log' | 'now'>,
  about: keyof typeof mails,
  { id: userId, email, firstName, timezone }: Recipient,
  /** None if nobody did it. */
  req?: Request,
  token = '',
): Promise<void> {
  if (!mailer || !email) return
  const compose = () => {
    const occasion = req ? occasionOf(req, now(), timezone) : ''
    const { isLast, why, ...words }: Words = mails[about](occasion, nameOf(token, 60))
    return {
      to: { name: '', address: email },
      ...mailParts({
        ...words,
        greeting: greetingOf(firstName),
        button: isLast
          ? { label: 'Open Lisa', url: env.appUrl }
          : { label: 'Open Settings', url: screenLink(env.appUrl, '/settings') },
        why: isLast
          ? "You're receiving this email because it's about your account. It's the last one."
          : (why ?? "You're receiving this email because it's about the security of your account."),
        links: [],
      }),
    }
  }
  let mail: ReturnType<typeof compose> | undefined
  for (const pause of [...pauses, undefined])
    try {
      mail ??= compose()
      return void (await mailer.send(mail))
    } catch (error) {
      // Not its message, which may quote the address.
      const { kind, code } = error as ProviderError
      log.warn({ userId, about, result: kind, code }, 'An email about an account could not be sent')
      if (!pause || (kind !== 'transient' && kind !== 'unreachable')) return
      await new Promise((resolve) => void setTimeout(resolve, pause).unref())
    }
}
