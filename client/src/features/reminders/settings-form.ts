import type { FieldPath, Resolver, UseFormReturn } from 'react-hook-form'
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

/** The rules are more code than the rest of the screen: loaded when idle, or with the first validation. */
export const loadRules = () => import('./settings-rules').then((chunk) => chunk.settingsRules)

/** If the rules cannot be loaded, only the server validates, with the same messages. */
export const resolver: Resolver<Settings> = async (...form) => {
  const check = await loadRules().catch(() => undefined)
  return check ? check(...form) : { values: form[0], errors: {} }
}
