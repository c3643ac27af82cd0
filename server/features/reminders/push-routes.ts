import { pushEndpoints } from '@shared/push'
import type { AppContext } from '../../context'
import { FieldError, notificationsNotSetUp } from '../../http/errors'
import { Created, serve } from '../../http/serve'
import { isPoint } from '../../senders/push'
import { lockSignedIn } from '../auth/sessions-repository'
import { pushDevicesOf } from './push-devices-repository'
import { remindersOf } from './reminders-repository'
import { sendTest } from './send-test'

function setUp({ push }: AppContext) {
  if (!push) throw notificationsNotSetUp()
  return push
}

export const pushRoutes = serve(pushEndpoints, (ctx) => ({
  'GET /api/push-key': () => ({ key: setUp(ctx).publicKey }),
  'GET /api/push-devices': ({ userId }) => pushDevicesOf(ctx.db, userId).list(),
  'POST /api/push-devices': async ({ userId, sid = '', body: { endpoint, keys }, uses }) => {
    const push = setUp(ctx)
    if (!isPoint(keys.p256dh)) throw new FieldError('keys.p256dh', 'Must be a public key of P-256')
    const address = push.addressOf(endpoint)
    if (!address) throw new FieldError('endpoint', 'Must be the https address of a push service')
    const devices = pushDevicesOf(ctx.db, userId)
    if (!(await devices.has(address))) await uses.take(userId)
    // Also where this user has too many devices, so not in the transaction.
    await devices.takeFromOthers(address)
    const now = ctx.now()
    return ctx.db.transaction(async (tx) => {
      const { browser } = await lockSignedIn(tx, userId, sid)
      const { row, isNew } = await pushDevicesOf(tx, userId).save(
        { endpoint: address, keys },
        { sid, device: browser, now },
      )
      await remindersOf(tx, userId).scheduleIfNone(now)
      return isNew ? new Created(row) : row
    })
  },
  'DELETE /api/push-devices/:id': ({ userId, id }) => pushDevicesOf(ctx.db, userId).remove(id),
  'POST /api/test-push': ({ userId, uses }) => sendTest(ctx, 'push', userId, uses),
}))
