import { reminderSettingsInput } from '@shared/reminders'
import { resolverOf } from '@/lib/screen/resolver-of'

/** The same rules as the server's. */
export const settingsRules = resolverOf(reminderSettingsInput.required(), { raw: true })
