import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { fieldErrorsOf } from './api'

/** Puts the server's validation errors on their fields. */
export function showFieldErrors<V extends FieldValues, W>(
  form: UseFormReturn<V, unknown, W>,
  error: unknown,
) {
  for (const { path, message } of fieldErrorsOf(error))
    form.setError((path || 'root') as FieldPath<V>, { message })
}

/** The errors of fields that the form does not show; they belong above its button. */
export const errorsElsewhere = (errors: FieldErrors, shown: readonly string[]): string[] =>
  Object.entries(errors).flatMap(([field, error]) =>
    !shown.includes(field) && error?.message ? [String(error.message)] : [],
  )
