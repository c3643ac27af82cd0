import { useController } from 'react-hook-form'
import { SwitchField } from '@/components/switch-field'
import { useLastReminder } from './last-reminder'
import { EmailCard } from './reminder-cards'
import { useTestReminder } from './reminders-queries'
import type { ReminderCardProps } from './settings-form'
import { TestButton } from './test-button'
import { TimeFields } from './time-fields'

export function EmailReminderCard({ form, saveChanges }: ReminderCardProps) {
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
      {enabled.value && (
        <>
          <TimeFields form={form} />
          <TestButton
            label="Send Test Email"
            test={test}
            isUnsaved={form.formState.isDirty}
            saveChanges={saveChanges}
          />
        </>
      )}
    </EmailCard>
  )
}
