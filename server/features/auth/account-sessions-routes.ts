import { createHash } from 'node:crypto'
import { accountSessionsEndpoints } from '@shared/auth'
import { serve } from '../../http/serve'
import { recordEvent } from './account-events-repository'
import { cookieOptions } from './cookies'
import { sessionCookieName, sessionIdOf } from './sessions'
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
    const { db, env } = ctx
    await sessionsOf(db, userId).endAll()
    await accountOf(db, userId).endTokens()
    await recordEvent(ctx, req, 'sign-out-everywhere', { userId })
    req.res?.clearCookie(sessionCookieName(env.appUrl), cookieOptions(env.appUrl))
  },
}))

/** A hash, since the id itself is what the cookie holds. */
const publicId = (sid: string) => createHash('sha256').update(sid).digest('base64url')
