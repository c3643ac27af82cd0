import type { ComponentProps } from 'react'
import { FormField } from '@/components/form-field'
import { Input } from '@/components/ui/input'

/** The date of an entry: above today's form, where it decides which entry is loaded, or in the form of an entry. */
export function EntryDateField({ error, ...props }: ComponentProps<'input'> & { error?: string }) {
  return (
    <FormField label="Date" error={error}>
      {(control) => <Input type="date" {...control} {...props} />}
    </FormField>
  )
}
