import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { reminderSettingsInput } from '@shared/reminders'

/** All five settings, as they are exchanged. */
export const settingsInput = reminderSettingsInput.required()
export type Settings = z.input<typeof settingsInput>
export type SettingsField = FieldPath<Settings>

export type ReminderCardProps = {
  form: UseFormReturn<Settings>
  /** Saves what has been changed; false if that failed. */
  saveChanges: () => Promise<boolean>
  /** Takes back what is not valid, for it must not keep one from saving where it cannot be seen. */
  forgetFaulty: (...fields: SettingsField[]) => Promise<void>
}
