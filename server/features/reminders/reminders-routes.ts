import { reminderEndpoints } from '@shared/reminders'
import { serve } from '../../http/serve'
import { recordEvent } from '../auth/account-events-repository'
import { remindersOf } from './reminders-repository'
import { sendTest } from './send-test'

export const remindersRoutes = serve(reminderEndpoints, (ctx) => ({
  'GET /api/reminder-settings': ({ userId }) => remindersOf(ctx.db, userId).settings(),
  'PUT /api/reminder-settings': async ({ userId, body, req }) => {
    const reminders = remindersOf(ctx.db, userId)
    const before = await reminders.settings()
    const settings = await reminders.change(body, ctx.now())
    if (settings.phoneNumber !== before.phoneNumber) await recordEvent(ctx, req, 'phone-changed', { userId })
    return settings
  },
  'GET /api/reminder-deliveries/latest': ({ userId }) => remindersOf(ctx.db, userId).latest(),
  'POST /api/test-reminder': ({ userId, uses }) => sendTest(ctx, 'email', userId, uses),
  'POST /api/test-sms': ({ userId, uses }) => sendTest(ctx, 'sms', userId, uses),
}))
