import { FormField } from '@/components/form-field'
import { Input } from '@/components/ui/input'
import type { ReminderCardProps } from './settings-form'
import { TimezoneField } from './timezone-field'

/** When reminders come, on every channel: on the card of the first one that is on. */
export const TimeFields = ({ form }: Pick<ReminderCardProps, 'form'>) => (
  <>
    <FormField label="Reminder Time" error={form.formState.errors.reminderTime?.message}>
      {(control) => <Input type="time" {...control} {...form.register('reminderTime')} />}
    </FormField>
    <TimezoneField form={form} />
  </>
)
