import type { FieldPath, Resolver, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { reminderSettingsInput } from '@shared/reminders'

/** All five settings, as they are exchanged. */
export type Settings = Required<z.input<typeof reminderSettingsInput>>
export type SettingsField = FieldPath<Settings>

export type ReminderCardProps = {
  form: UseFormReturn<Settings>
  /** Saves what has been changed; false if that failed. */
  saveChanges: () => Promise<boolean>
  /** Takes back what is not valid, for it must not keep one from saving where it cannot be seen. */
  forgetFaulty: (...fields: SettingsField[]) => Promise<void>
}

/** The rules are more code than the rest of the screen: they come when it is at rest, or with the first check. */
export const loadRules = () => import('./settings-rules').then((chunk) => chunk.settingsRules)

/** Where they cannot be had the server checks alone, and says the same. */
export const resolver: Resolver<Settings> = async (...form) => {
  const check = await loadRules().catch(() => undefined)
  return check ? check(...form) : { values: form[0], errors: {} }
}
