import { zodResolver } from '@hookform/resolvers/zod'
import { reminderSettingsInput } from '@shared/reminders'

/** What the server holds the settings to. */
export const settingsRules = zodResolver(reminderSettingsInput.required(), undefined, { raw: true })
