import { type Request, type Response, Router } from 'express'
import { scopes } from '@shared/scopes'
import { newTokenLimit } from '@shared/tokens'
import type { AppContext } from '../../../context'
import { sendPage } from '../../../html/html-page'
import { ConflictError, TooManyRequestsError } from '../../../http/errors'
import { readForm } from '../../../http/request-body'
import { fewAtOnce } from '../../../limits/few-at-once'
import { usesOf } from '../../../limits/limits'
import { recordEvent } from '../account-events-repository'
import { sendAccountMail } from '../account-mails'
import { isRecent, requireSameOrigin } from '../guards'
import { lookUpFor } from '../look-up'
import type { SessionUser } from '../sessions'
import { accountOf } from '../users-repository'
import { listedName } from './clients'
import {
  consentPage,
  expiredConsentPage,
  signInAgainPage,
  tooManyNow,
  tooManyTokensPage,
} from './consent-page'
import { consentPath } from './metadata'
import type { OAuthProvider } from './oauth-provider'

/** The page on which a user lets a client in, and its form. */
export function consentRoutes(
  ctx: AppContext,
  sessionUser: SessionUser,
  provider: () => Promise<OAuthProvider>,
): Router {
  const { db, env, now } = ctx
  const router = Router()

  /** Who is asked, and what; undefined once another answer was sent. Only the browser that began it is asked. */
  async function askedIn(req: Request, res: Response) {
    const uid = String(req.params.uid)
    const asked = await lookUpFor(req, async () => (await provider()).asked(req, res, uid))
    if (!asked) return void sendPage(res, 400, expiredConsentPage)
    const loginUrl = `/api/login?${new URLSearchParams({ returnTo: consentPath(uid) })}`
    const session = await sessionUser(req, res)
    if (!session) return void res.redirect(loginUrl)
    const signInAgain = `${loginUrl}&prompt=login`
    // As for making a token.
    if (!isRecent(session.authenticatedAt, now()))
      return void sendPage(res, 401, signInAgainPage(signInAgain))
    const user = await accountOf(db, session.userId).view()
    const page = (isEmpty: boolean) =>
      consentPage({ ...asked, user, action: consentPath(uid), otherAccount: signInAgain, isEmpty })
    return { asked, user, page }
  }

  router.get('/:uid', async (req, res) => {
    const found = await askedIn(req, res)
    if (found) sendPage(res, 200, found.page(false))
  })

  router.post('/:uid', async (req, res) => {
    requireSameOrigin(req, env.appUrl)
    const found = await askedIn(req, res)
    if (!found) return
    const { asked, user, page } = found
    await fewAtOnce(user.id, async () => {
      const form = await readForm(req)
      const oauth = await provider()
      const expired = () => sendPage(res, 400, expiredConsentPage)
      if (form.answer === 'cancel') return (await oauth.refuse(req, res)) || expired()
      // Somebody else has signed in since the page was loaded: it named another account.
      if (form.user !== user.id) return res.redirect(303, consentPath(String(req.params.uid)))
      const name = listedName(asked.name, asked.redirectUri)
      const ticked = [form.scope ?? []].flat()
      const chosen = scopes.filter((scope) => asked.scopes.includes(scope) && ticked.includes(scope))
      if (!chosen.length) return sendPage(res, 400, page(true))
      try {
        await usesOf(ctx, newTokenLimit).take(user.id)
        const isAnswered = await oauth.allow(
          req,
          res,
          { ...asked, name },
          {
            userId: user.id,
            chosen,
            done: async () => {
              await recordEvent(ctx, req, 'token-made', { userId: user.id, tokenName: name })
              void sendAccountMail(ctx, 'assistant let in', user, req, name)
            },
          },
        )
        if (!isAnswered) expired()
      } catch (error) {
        if (error instanceof ConflictError) return sendPage(res, 409, tooManyTokensPage(tooManyNow))
        if (!(error instanceof TooManyRequestsError)) throw error
        res.set('Retry-After', String(error.retryAfterSeconds))
        return sendPage(res, 429, tooManyTokensPage(error.message))
      }
    })
  })
  return router
}
