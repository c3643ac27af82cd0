import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Whether a form is being saved; not while it is validated, since an invalid field in a disabled fieldset takes no focus. */
export function isSaving<V extends FieldValues, W>({ formState }: UseFormReturn<V, unknown, W>): boolean {
  // Both are read first: react-hook-form renders again only for what was read.
  const { isSubmitting, isValidating } = formState
  return isSubmitting && !isValidating
}
