import { tokenEndpoints } from '@shared/tokens'
import { AppError } from '../../http/errors'
import { serve } from '../../http/serve'
import { recordEvent } from '../auth/account-events-repository'
import { sendAccountMail } from '../auth/account-mails'
import { siteOriginOf } from '../../http/request-origin'
import { lockSignedIn } from '../auth/sessions-repository'
import { accountOf } from '../auth/users-repository'
import { tokensOf } from './tokens-repository'

export const tokensRoutes = serve(tokenEndpoints, (ctx) => {
  const { db, env, now } = ctx
  const refuseIfOff = (body = {}) => {
    if (!env.tokensOn) throw new AppError(503, 'Tokens are switched off', body)
  }
  return {
    'GET /api/tokens': async ({ userId, req }) => {
      const tokens = await tokensOf(db, userId).list(now(), siteOriginOf(ctx, req).networks)
      refuseIfOff({ tokens })
      return tokens
    },
    'POST /api/tokens': async ({ userId, sid, body, req, uses }) => {
      refuseIfOff()
      await uses.take(userId)
      const made = await db.transaction(async (tx) => {
        await lockSignedIn(tx, userId, sid)
        return tokensOf(tx, userId).make(body, now(), [siteOriginOf(ctx, req).network])
      })
      await recordEvent(ctx, req, 'token-made', { userId, tokenName: made.name })
      void sendAccountMail(ctx, 'token made', await accountOf(db, userId).view(), req, made.name)
      return made
    },
    'DELETE /api/tokens/:id': async ({ userId, id, req }) => {
      const tokenName = await tokensOf(db, userId).withdraw(id)
      await recordEvent(ctx, req, 'token-withdrawn', { userId, tokenName })
    },
  }
})
