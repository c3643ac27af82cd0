import { zodResolver } from '@hookform/resolvers/zod'
import { reminderSettingsInput } from '@shared/reminders'

/** The same rules as the server's. */
export const settingsRules = zodResolver(reminderSettingsInput.required(), undefined, { raw: true })
