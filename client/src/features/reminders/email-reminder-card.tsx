import { useController } from 'react-hook-form'
import { FormField } from '@/components/form-field'
import { SwitchField } from '@/components/switch-field'
import { Input } from '@/components/ui/input'
import { useLastReminder } from './last-reminder'
import { EmailCard } from './reminder-cards'
import { useTestReminder } from './reminders-queries'
import type { ReminderCardProps } from './settings-form'
import { TestButton } from './test-button'
import { TimezoneField } from './timezone-field'

export function EmailReminderCard({ form, saveChanges, hasDevices }: ReminderCardProps) {
  const { field: enabled } = useController({ control: form.control, name: 'dailyReminderEnabled' })
  const lastReminder = useLastReminder('email')
  const test = useTestReminder()

  return (
    <EmailCard>
      <SwitchField
        label="Enable daily reminders"
        hint={lastReminder}
        checked={enabled.value}
        onCheckedChange={enabled.onChange}
      />
      {(enabled.value || hasDevices) && (
        <>
          <FormField label="Reminder Time" error={form.formState.errors.reminderTime?.message}>
            {(control) => <Input type="time" {...control} {...form.register('reminderTime')} />}
          </FormField>
          <TimezoneField form={form} />
        </>
      )}
      {enabled.value && (
        <TestButton
          label="Send Test Email"
          test={test}
          isUnsaved={form.formState.isDirty}
          saveChanges={saveChanges}
        />
      )}
    </EmailCard>
  )
}
