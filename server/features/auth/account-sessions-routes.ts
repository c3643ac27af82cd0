import { createHash } from 'node:crypto'
import { accountSessionsEndpoints } from '@shared/auth'
import { serve } from '../../http/serve'
import { cookieOptions } from './cookies'
import { sessionCookieName, sessionIdOf } from './sessions'
import { sessionsOf } from './sessions-repository'

export const accountSessionsRoutes = serve(accountSessionsEndpoints, ({ db, env }) => ({
  'GET /api/account/sessions': async ({ userId, req }) => {
    const current = sessionIdOf(req, env)
    const rows = await sessionsOf(db, userId).list()
    return rows.map(({ sid, signedInAt, renewedAt, browser }) => ({
      id: publicId(sid),
      current: sid === current,
      createdAt: new Date(signedInAt),
      lastSeenAt: new Date(renewedAt),
      browser,
    }))
  },
  'DELETE /api/account/sessions': async ({ userId, req }) => {
    await sessionsOf(db, userId).endAll()
    req.res?.clearCookie(sessionCookieName(env.appUrl), cookieOptions(env.appUrl))
  },
}))

/** A hash, since the id itself is what the cookie holds. */
const publicId = (sid: string) => createHash('sha256').update(sid).digest('base64url')
