import type { Request } from 'express'
import type { AppContext } from '../../context'
import { greetingOf, mailParts } from '../../http/html-mail'
import type { ProviderError } from '../../senders/provider-error'
import type { DeletedAccount } from './account-deletion-repository'
import { occasionOf } from './occasion'

type Context = Pick<AppContext, 'mailer' | 'env' | 'log' | 'now'>

/** Tells somebody that their account is deleted. Never rejects. */
export async function sendAccountDeletedMail(
  ctx: Context,
  account: DeletedAccount,
  req: Request,
): Promise<void> {
  if (!ctx.mailer || !account.email) return
  try {
    await ctx.mailer.send({
      to: { name: '', address: account.email },
      ...accountDeletedMail(ctx, account, req),
    })
  } catch (error) {
    // Not its message, which may quote the address.
    const { kind, code } = error as ProviderError
    ctx.log.warn({ result: kind, code }, 'The email about a deleted account could not be sent')
  }
}

const accountDeletedMail = ({ env, now }: Context, { firstName, timezone }: DeletedAccount, req: Request) =>
  mailParts({
    subject: 'Your account was deleted',
    greeting: greetingOf(firstName),
    heading: 'Your account was deleted',
    message: `It was deleted on ${occasionOf(req, now(), timezone)}. Your journal, your goals, your settings and everything else Lisa kept for you are gone, and Lisa can't bring them back. Backups of this server may hold copies until they are deleted in turn.`,
    note: "If this wasn't you, change the password of the account you used to sign in to Lisa.",
    button: { label: 'Open Lisa', url: env.appUrl },
    why: "You're receiving this email because it's about your account. It's the last one.",
    links: [],
  })
