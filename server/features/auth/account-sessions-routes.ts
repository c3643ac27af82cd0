import { createHash } from 'node:crypto'
import { accountSessionsEndpoints } from '@shared/account-sessions'
import { serve } from '../../http/serve'
import { endTalkOf } from '../voice/end-talks'
import { recordEvent } from './account-events-repository'
import { sessionIdOf } from './sessions'
import { sessionsOf } from './sessions-repository'
import { accountOf } from './users-repository'

export const accountSessionsRoutes = serve(accountSessionsEndpoints, (ctx) => ({
  'GET /api/account/sessions': async ({ userId, req }) => {
    const current = sessionIdOf(req, ctx.env)
    const rows = await sessionsOf(ctx.db, userId).list()
    return rows.map(({ sid, signedInAt, renewedAt, browser }) => ({
      id: publicId(sid),
      current: sid === current,
      createdAt: new Date(signedInAt),
      lastSeenAt: new Date(renewedAt),
      browser,
    }))
  },
  'DELETE /api/account/sessions': async ({ userId, req }) => {
    const { db } = ctx
    // The session comes last: if anything fails before, it is still there for another try.
    await accountOf(db, userId).endTokens()
    await sessionsOf(db, userId).endAll()
    await endTalkOf(ctx, userId)
    await recordEvent(ctx, req, 'sign-out-everywhere', { userId })
  },
}))

/** A hash, since the id itself is what the cookie holds. */
const publicId = (sid: string) => createHash('sha256').update(sid).digest('base64url')
