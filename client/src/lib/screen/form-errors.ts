import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { fieldErrorsOf } from '@/lib/api/api'

/** Puts the server's validation errors on their fields. */
export function showFieldErrors<V extends FieldValues, W>(
  form: UseFormReturn<V, unknown, W>,
  error: unknown,
) {
  for (const { path, message } of fieldErrorsOf(error))
    form.setError((path || 'root') as FieldPath<V>, { message })
}

/** The errors that do not stand beside a field, each with the field's label; they belong above the form's button. */
export const errorsElsewhere = (
  errors: FieldErrors,
  shown: readonly string[],
  labels: Record<string, string>,
): string[] =>
  Object.entries(errors).flatMap(([field, error]) => {
    if (shown.includes(field) || !error?.message) return []
    return labels[field] ? `${labels[field]}: ${String(error.message)}` : String(error.message)
  })

/** Whether a form is being saved; not while it is validated, since an invalid field in a disabled fieldset takes no focus. */
export function isSaving<V extends FieldValues, W>({ formState }: UseFormReturn<V, unknown, W>): boolean {
  // Both are read first: react-hook-form renders again only for what was read.
  const { isSubmitting, isValidating } = formState
  return isSubmitting && !isValidating
}
