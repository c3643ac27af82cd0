import { type Request, Router } from 'express'
import { bodyTooLarge } from '@shared/endpoint'
import { rawMailType } from '@shared/mail-in'
import type { AppContext } from '../../context'
import { AppError, RetryLaterError } from '../../http/errors'
import { readBeginning } from '../../http/request-body'
import { matchesAny } from '../../secrets'
import { ProviderError } from '../../senders/provider-error'
import { largestMail, receiveMail } from './receive-mail'

/** Needs neither a session nor an Origin: the mail provider sends a secret. */
export function mailWebhookRoutes(ctx: AppContext): Router {
  const router = Router()
  router.post('/webhooks/mail', async (req, res) => {
    requireSecret(ctx, req)
    if (!req.is(rawMailType)) throw new AppError(415, `The body must be ${rawMailType}`)
    const { bytes, isWhole } = await readBeginning(req, largestMail)
    if (!bytes.length) throw new AppError(400, 'The body is missing')
    const size = isWhole ? bytes.length : Infinity
    await receiveMail(ctx, { beginning: bytes, size, whole: async () => bytes }).catch(orLater)
    if (!isWhole) throw new AppError(413, bodyTooLarge(largestMail))
    res.status(204).end()
  })
  return router
}

function requireSecret({ env }: AppContext, req: Request) {
  const { secrets } = env.mailIn ?? {}
  if (!secrets) throw new AppError(503, 'No mail is received on this server')
  const [, given = ''] = /^Bearer +(\S.*)$/i.exec(req.get('authorization') ?? '') ?? []
  if (!matchesAny(secrets, given)) throw new AppError(401, 'The secret is missing or wrong')
}

/** Of the mail server that an answer goes through. */
function orLater(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error
  throw new RetryLaterError(503, 'The message could not be answered now. Send it again.', 60)
}
