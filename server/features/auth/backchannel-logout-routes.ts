import { backchannelLogoutEndpoints } from '@shared/auth'
import { AppError } from '../../http/errors'
import { serve } from '../../http/serve'
import { takeOne } from '../../limits/limits'
import { logoutTokenSeconds } from '../../senders/identity-provider/logout-token'
import { endTalksNow } from '../voice/end-talks'
import { talksOf } from '../voice/voice-talks-repository'
import { recordEvent } from './account-events-repository'
import { giveBackToNetwork } from './guards'
import { endAtProvider } from './sessions-repository'

const { networkLimits } = backchannelLogoutEndpoints.endpoints['POST /api/backchannel-logout']

// 400 also when the provider cannot be reached: the standard has no other status for a failed logout (2.8).
const refused = () => new AppError(400, 'The logout token is not valid, or cannot be checked now')

export const backchannelLogoutRoutes = serve(backchannelLogoutEndpoints, (ctx) => ({
  'POST /api/backchannel-logout': async ({ req, body }) => {
    const now = ctx.now()
    const logout = await ctx.oidc.verifiedLogout(body.logout_token, now)
    if (!logout) throw refused()
    // One provider may sign out everybody at once, and strangers in its network may send what they like.
    await giveBackToNetwork(ctx, req, networkLimits)
    const once = { limit: 1, windowSeconds: logoutTokenSeconds, now }
    // In one transaction, so that the token can be sent again if its sessions could not be ended.
    const userIds = await ctx.db.transaction(async (tx) => {
      if (await takeOne({ ...ctx, db: tx }, `logout token ${logout.jti}`, once)) throw refused()
      const ended = await endAtProvider(tx, logout)
      for (const userId of ended) await talksOf(tx, userId).end(now)
      return ended
    })
    void endTalksNow(ctx)
    for (const userId of userIds) await recordEvent(ctx, undefined, 'sign-out-by-provider', { userId })
  },
}))
