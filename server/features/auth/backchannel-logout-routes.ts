import { backchannelLogoutEndpoints } from '@shared/auth'
import { AppError } from '../../http/errors'
import { serve } from '../../http/serve'
import { takeOne } from '../../limits/limits'
import { logoutTokenSeconds } from '../../senders/identity-provider/logout-token'
import { endTalkOf } from '../voice/end-talks'
import { recordEvent } from './account-events-repository'
import { endAtProvider } from './sessions-repository'

// Also where the provider is away: the standard knows no other status for a logout that failed (2.8).
const refused = () => new AppError(400, 'The logout token is not valid, or cannot be checked now')

export const backchannelLogoutRoutes = serve(backchannelLogoutEndpoints, (ctx) => ({
  'POST /api/backchannel-logout': async ({ body }) => {
    const now = ctx.now()
    const logout = await ctx.oidc.verifiedLogout(body.logout_token, now)
    if (!logout) throw refused()
    const once = { limit: 1, windowSeconds: logoutTokenSeconds, now }
    // Together, so that a token whose sessions could not be ended can be sent again.
    const userIds = await ctx.db.transaction(async (tx) => {
      if (await takeOne({ ...ctx, db: tx }, `logout token ${logout.jti}`, once)) throw refused()
      return endAtProvider(tx, logout)
    })
    for (const userId of userIds) {
      await endTalkOf(ctx, userId)
      await recordEvent(ctx, undefined, 'sign-out-by-provider', { userId })
    }
  },
}))
