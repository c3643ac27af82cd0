import { type RequestHandler, Router } from 'express'
import type { AppContext } from '../context'
import { onlyRead } from '../http/other-method'

const validDays = 180

/** Tells whom to write to about a weakness (RFC 9116). Every answer expires anew, so it is never out of date. */
export function securityTxt({ env, now }: Pick<AppContext, 'env' | 'now'>): Router {
  const { href, hostname } = new URL('/.well-known/security.txt', env.appUrl)
  const sender = env.mail && (/<([^<>]+)>/.exec(env.mail.from)?.[1] ?? env.mail.from)
  // Without a sender of mails, the name that RFC 2142 keeps for this.
  const contact = sender ?? `security@${hostname}`
  const router = Router()
  const send: RequestHandler = (_req, res) => {
    const expires = new Date(now().getTime() + validDays * 86_400_000).toISOString()
    res.type('text').set('Cache-Control', 'public, max-age=3600')
      .send(`Contact: mailto:${encodeURI(contact.trim())}
Expires: ${expires}
Preferred-Languages: en
Canonical: ${href}
`)
  }
  router.route('/.well-known/security.txt').get(send).all(onlyRead)
  return router
}
