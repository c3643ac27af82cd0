import { reminderEndpoints } from '@shared/reminders'
import { serve } from '../../http/serve'
import { remindersOf } from './reminders-repository'
import { sendTest } from './send-test'

export const remindersRoutes = serve(reminderEndpoints, (ctx) => ({
  'GET /api/reminder-settings': ({ userId }) => remindersOf(ctx.db, userId).settings(),
  'PUT /api/reminder-settings': ({ userId, body }) => remindersOf(ctx.db, userId).change(body, ctx.now()),
  'GET /api/reminder-deliveries/latest': ({ userId }) => remindersOf(ctx.db, userId).latest(),
  'POST /api/test-reminder': ({ userId, uses }) => sendTest(ctx, 'email', userId, uses),
  'POST /api/test-sms': ({ userId, uses }) => sendTest(ctx, 'sms', userId, uses),
}))
