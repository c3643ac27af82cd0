import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { reminderSettingsInput } from '@shared/reminders'

/** All five settings, as the API has them. */
export type Settings = Required<z.input<typeof reminderSettingsInput>>
export type SettingsField = FieldPath<Settings>

export type ReminderCardProps = {
  form: UseFormReturn<Settings>
  /** Saves unsaved changes; false if that failed. */
  saveChanges: () => Promise<boolean>
  /** Resets fields that are invalid: hidden, they would block saving without a visible error. */
  resetInvalid: (...fields: SettingsField[]) => Promise<void>
  /** Whether any device of the user gets notifications. */
  hasDevices: boolean
}

/** Those that differ from the saved ones. */
export const changesOf = (values: Partial<Settings>, saved: Settings): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const savedValue = saved[name as SettingsField]
      return typeof value === typeof savedValue && value !== savedValue
    }),
  )

export const isChanged = (changes: object) => Object.keys(changes).length > 0

/** More code than the rest of the screen. */
export const loadRules = () => import('./settings-rules').then((chunk) => chunk.settingsRules)
