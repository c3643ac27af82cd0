import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { FormField } from '@/components/form-field'
import { SwitchField } from '@/components/switch-field'
import { Input } from '@/components/ui/input'
import { useLastReminder } from './last-reminder'
import { NumberConfirmation } from './number-confirmation'
import { PhoneCard } from './reminder-cards'
import { reminderQueries, useConfirmNumber, useTestSms } from './reminders-queries'
import type { ReminderCardProps } from './settings-form'
import { TestButton } from './test-button'

/** Separators that users type, and invisible characters that are copied from contacts. */
const separators = /[\s().\-\p{Format}]/gu

export function PhoneReminderCard({ form, saveChanges, resetInvalid }: ReminderCardProps) {
  const { field: enabled } = useController({ control: form.control, name: 'phoneReminderEnabled' })
  const [number, time, zone, isEmailOn] = form.watch([
    'phoneNumber',
    'reminderTime',
    'timezone',
    'dailyReminderEnabled',
  ])
  const lastReminder = useLastReminder('sms')
  const { data: confirmed } = useQuery(reminderQueries.phoneConfirmation())
  const [sentTo, setSentTo] = useState<(string | null)[]>([])
  const confirmation = useConfirmNumber()
  const test = useTestSms(() => {
    // What was said of one code is not true of the next.
    confirmation.reset()
    setSentTo((sent) => [...sent, form.getValues('phoneNumber')])
  })

  function toggle(isOn: boolean) {
    enabled.onChange(isOn)
    if (!isOn) void resetInvalid('phoneNumber')
  }

  const isSaved = number === form.formState.defaultValues?.phoneNumber

  return (
    <PhoneCard>
      <SwitchField
        label="Enable phone reminders"
        hint={isSaved && confirmed?.stopped ? stoppedHint(number) : lastReminder}
        checked={enabled.value}
        onCheckedChange={toggle}
      />
      {enabled.value && (
        <>
          <FormField
            label="Phone Number"
            hint="Include the country code, e.g. +1234567890"
            error={form.formState.errors.phoneNumber?.message}
          >
            {(control) => (
              <Input
                type="tel"
                autoComplete="tel"
                {...control}
                {...form.register('phoneNumber', {
                  setValueAs: (text: string | null) => text?.replace(separators, ''),
                })}
              />
            )}
          </FormField>
          {!isEmailOn && (
            <p className="text-sm text-muted">
              Arrives at {time} ({zone}), the time set under Daily Reminders.
            </p>
          )}
          {number && (
            <NumberConfirmation
              isSaved={isSaved}
              codesSent={sentTo.filter((to) => to === number).length}
              confirmation={confirmation}
            >
              <TestButton
                label="Send Test SMS"
                test={test}
                isUnsaved={form.formState.isDirty}
                saveChanges={saveChanges}
              />
            </NumberConfirmation>
          )}
        </>
      )}
    </PhoneCard>
  )
}

const stoppedHint = (number: string | null) =>
  `${number} has said STOP, so phone reminders are off. To get them again, text START to Lisa from that number.`
