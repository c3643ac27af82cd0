import type { ComponentProps } from 'react'
import { FormField } from '@/components/form-field'
import { Input } from '@/components/ui/input'

/** The date of an entry: above the form of a day, where it selects the entry to load, or a field of an entry's form. */
export function EntryDateField({ error, ...props }: ComponentProps<'input'> & { error?: string }) {
  return (
    <FormField label="Date" error={error}>
      {(control) => <Input type="date" {...control} {...props} />}
    </FormField>
  )
}
