import { reminderEndpoints, type ReminderSettingsView } from '@shared/reminders'
import type { AppContext } from '../../context'
import { serve } from '../../http/serve'
import { recordEvent } from '../auth/account-events-repository'
import { phoneNumberOf } from '../phone-numbers/phone-numbers-repository'
import { remindersOf } from './reminders-repository'
import { sendTest } from './send-test'

/** Phone reminders to a number that has said STOP are off until START comes from it, whatever is saved. */
async function withStop({ db, secrets }: AppContext, userId: string, settings: ReminderSettingsView) {
  if (!settings.phoneReminderEnabled) return settings
  const { stopped } = await phoneNumberOf(db, secrets, userId).state()
  return { ...settings, phoneReminderEnabled: !stopped }
}

export const remindersRoutes = serve(reminderEndpoints, (ctx) => ({
  'GET /api/reminder-settings': async ({ userId }) =>
    withStop(ctx, userId, await remindersOf(ctx.db, userId).settings()),
  'PUT /api/reminder-settings': async ({ userId, body, req }) => {
    const reminders = remindersOf(ctx.db, userId)
    const before = await reminders.settings()
    const settings = await reminders.change(body, ctx.now())
    if (settings.phoneNumber !== before.phoneNumber) await recordEvent(ctx, req, 'phone-changed', { userId })
    return withStop(ctx, userId, settings)
  },
  'GET /api/reminder-deliveries/latest': ({ userId }) => remindersOf(ctx.db, userId).latest(),
  'POST /api/test-reminder': ({ userId, uses }) => sendTest(ctx, 'email', userId, uses),
  'POST /api/test-sms': ({ userId, uses }) => sendTest(ctx, 'sms', userId, uses),
}))
