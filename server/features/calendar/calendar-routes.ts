import { randomBytes } from 'node:crypto'
import { calendarEndpoints } from '@shared/calendar'
import { serve } from '../../http/serve'
import { fewAtOnce } from '../../limits/few-at-once'
import { recordEvent } from '../auth/account-events-repository'
import { sendAccountMail } from '../auth/account-mails'
import { lockSignedIn } from '../auth/sessions-repository'
import { accountOf } from '../auth/users-repository'
import { calendarOf } from './calendar'
import { calendarFeedOf, feedWithSecret, goalsWithEnd } from './calendar-repository'

export const calendarRoutes = serve(calendarEndpoints, (ctx) => {
  const {
    db,
    env: { appUrl },
    now,
  } = ctx
  return {
    'GET /api/calendar': ({ userId }) => calendarFeedOf(db, userId).get(),
    'POST /api/calendar': async ({ userId, sid, body: { titles }, req, uses }) => {
      await uses.take(userId)
      const secret = randomBytes(32).toString('base64url')
      await db.transaction(async (tx) => {
        await lockSignedIn(tx, userId, sid)
        await calendarFeedOf(tx, userId).save(secret, titles, now())
      })
      await recordEvent(ctx, req, 'calendar-made', { userId })
      void sendAccountMail(ctx, 'calendar made', await accountOf(db, userId).view(), req)
      return { url: `${appUrl}/api/calendar/${secret}.ics` }
    },
    'DELETE /api/calendar': async ({ userId, req }) => {
      const isRemoved = await calendarFeedOf(db, userId).remove()
      if (isRemoved) await recordEvent(ctx, req, 'calendar-withdrawn', { userId })
    },
    'GET /api/calendar/:secret.ics': async ({ secret }) => {
      const feed = await feedWithSecret(db, secret)
      return fewAtOnce(feed.userId, async () =>
        calendarOf(feed, await goalsWithEnd(db, feed.userId), now(), appUrl),
      )
    },
  }
})
