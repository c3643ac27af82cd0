import { randomBytes } from 'node:crypto'
import { calendarEndpoints } from '@shared/calendar'
import { serve } from '../../http/serve'
import { lockSignedIn } from '../auth/sessions-repository'
import { calendarOf } from './calendar'
import { calendarFeedOf, feedWithSecret } from './calendar-repository'

export const calendarRoutes = serve(calendarEndpoints, ({ db, env: { appUrl }, now }) => ({
  'GET /api/calendar': ({ userId }) => calendarFeedOf(db, userId).get(),
  'POST /api/calendar': async ({ userId, sid, body: { titles } }) => {
    const secret = randomBytes(32).toString('base64url')
    await db.transaction(async (tx) => {
      await lockSignedIn(tx, userId, sid)
      await calendarFeedOf(tx, userId).save(secret, titles, now())
    })
    return { url: `${appUrl}/api/calendar/${secret}.ics` }
  },
  'DELETE /api/calendar': ({ userId }) => calendarFeedOf(db, userId).remove(),
  'GET /api/calendar/:secret.ics': async ({ secret }) =>
    calendarOf(await feedWithSecret(db, secret), now(), appUrl),
}))
