import type { Request } from 'express'
import type { UserView } from '@shared/auth'
import type { AppContext } from '../../context'
import { greetingOf, mailParts } from '../../http/html-mail'
import type { ProviderError } from '../../senders/provider-error'
import { occasionOf } from './occasion'

type Context = Pick<AppContext, 'mailer' | 'env' | 'log' | 'now'>

/** Tells a user that a password was added, in case it was somebody else. Never rejects. */
export async function sendPasswordAddedMail(ctx: Context, user: UserView, req: Request): Promise<void> {
  if (!ctx.mailer || !user.email) return
  try {
    await ctx.mailer.send({ to: { name: '', address: user.email }, ...passwordAddedMail(ctx, user, req) })
  } catch (error) {
    // Not its message, which may quote the address.
    const { kind, code } = error as ProviderError
    ctx.log.warn(
      { userId: user.id, result: kind, code },
      'The email about an added password could not be sent',
    )
  }
}

const passwordAddedMail = ({ env, now }: Context, { firstName, timezone }: UserView, req: Request) =>
  mailParts({
    subject: 'An API password was added to your account',
    greeting: greetingOf(firstName),
    heading: 'An API password was added',
    message: `It was added on ${occasionOf(req, now(), timezone)}. Programs that have it can read your goals and journal and add to them. If this was you, there's nothing to do.`,
    note: "If this wasn't you, open Settings, choose “Remove password” under API Access and “Sign out everywhere” under Sign-ins, and change the password of the account you use to sign in to Lisa.",
    button: { label: 'Open Settings', url: `${env.appUrl}/settings` },
    why: "You're receiving this email because it's about the security of your account.",
    links: [],
  })
