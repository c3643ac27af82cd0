import { accountSessionsEndpoints } from '@shared/account-sessions'
import { serve } from '../../http/serve'
import { calendarFeedOf } from '../calendar/calendar-repository'
import { tokensOf } from '../tokens/tokens-repository'
import { endTalkOf } from '../voice/end-talks'
import { recordEvent } from './account-events-repository'
import { sessionIdOf } from './sessions'
import { sessionsOf } from './sessions-repository'
import { accountOf } from './users-repository'

export const accountSessionsRoutes = serve(accountSessionsEndpoints, (ctx) => ({
  'GET /api/account/sessions': async ({ userId, req }) => {
    const rows = await sessionsOf(ctx.db, userId).list(sessionIdOf(req, ctx.env) ?? '')
    return rows.map(({ signedInAt, renewedAt, ...row }) => ({
      ...row,
      createdAt: new Date(signedInAt),
      lastSeenAt: new Date(renewedAt),
    }))
  },
  'DELETE /api/account/sessions/:id': async ({ userId, id, req }) => {
    // Nothing says which browser it is in. The session comes after it: if this fails, it is still there for another try.
    await endTalkOf(ctx, userId)
    const sid = await sessionsOf(ctx.db, userId).endOne(id)
    const isOwn = sid === sessionIdOf(req, ctx.env)
    await recordEvent(ctx, req, isOwn ? 'sign-out' : 'sign-out-elsewhere', { userId })
  },
  'DELETE /api/account/sessions': async ({ userId, req }) => {
    await ctx.db.transaction(async (tx) => {
      // This locks the user's row: a token or an address that is made at the same moment is there already, or is refused.
      await accountOf(tx, userId).endTokens()
      await tokensOf(tx, userId).withdrawAll()
      await calendarFeedOf(tx, userId).remove()
      await sessionsOf(tx, userId).endAll()
    })
    await endTalkOf(ctx, userId)
    await recordEvent(ctx, req, 'sign-out-everywhere', { userId })
  },
}))
