import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { ReminderSettingsView } from '@shared/reminders'
import { LoadFailure } from '@/components/load-failure'
import { StickyActions } from '@/components/sticky-actions'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { fieldErrorsOf, isUnauthorized, messageOf } from '@/lib/api/api'
import { errorsElsewhere, showFieldErrors } from '@/lib/screen/form-errors'
import { isSaving } from '@/lib/screen/form-errors'
import { useFaultInSight } from '@/lib/screen/use-fault-in-sight'
import { whenIdleLater } from '@/lib/screen/when-idle'
import { EmailReminderCard } from './email-reminder-card'
import { PhoneReminderCard } from './phone-reminder-card'
import { EmailCard, PhoneCard } from './reminder-cards'
import { reminderQueries, useSaveReminderSettings } from './reminders-queries'
import {
  loadRules,
  type ReminderCardProps,
  resolver,
  type Settings,
  type SettingsField,
} from './settings-form'

/** Both reminder cards and their save button; `children` appear with them, so that the layout does not shift. */
const labels = { reminderTime: 'Reminder Time', timezone: 'Timezone', phoneNumber: 'Phone Number' }

export function ReminderSettings({ children }: { children: ReactNode }) {
  const settings = useQuery(reminderQueries.settings())
  const deliveries = useQuery(reminderQueries.latestDeliveries())
  const confirmation = useQuery(reminderQueries.phoneConfirmation())
  useReadOnReturn()
  if (settings.isPending || !deliveries.isFetched || !confirmation.isFetched) return <SettingsSkeleton />
  return (
    <>
      {settings.data ? (
        <RemindersForm settings={settings.data} />
      ) : (
        <Card title="Daily Reminders">
          <LoadFailure
            title="We couldn't load your reminder settings"
            error={settings.error}
            onRetry={() => void settings.refetch()}
            pending={settings.isFetching}
          />
        </Card>
      )}
      {children}
    </>
  )
}

/** STOP or START may have been texted while the page was open. */
function useReadOnReturn() {
  const client = useQueryClient()
  useEffect(() => {
    const read = () => {
      if (!document.hidden) void client.refetchQueries({ queryKey: reminderQueries.all })
    }
    const end = new AbortController()
    window.addEventListener('focus', read, end)
    document.addEventListener('visibilitychange', read, end)
    return () => end.abort()
  }, [client])
}

function RemindersForm({ settings }: { settings: ReminderSettingsView }) {
  const change = useSaveReminderSettings()
  const form = useForm<Settings>({
    resolver,
    defaultValues: settings,
    shouldFocusError: false,
  })
  const { isDirty, errors, isSubmitting } = form.formState
  const saving = isSaving(form)
  const element = useFaultInSight(isSubmitting)
  const [isEmailOn, isPhoneOn] = useWatch({
    control: form.control,
    name: ['dailyReminderEnabled', 'phoneReminderEnabled'],
  })
  const shown = [...(isEmailOn ? ['reminderTime', 'timezone'] : []), ...(isPhoneOn ? ['phoneNumber'] : [])]
  const { phoneReminderEnabled } = settings
  useEffect(() => {
    if (form.formState.defaultValues?.phoneReminderEnabled !== phoneReminderEnabled)
      form.resetField('phoneReminderEnabled', { defaultValue: phoneReminderEnabled })
  }, [form, phoneReminderEnabled])
  useEffect(() => whenIdleLater(() => void loadRules().catch(() => {})), [])

  async function save(values: Settings): Promise<boolean> {
    try {
      form.reset(await change.mutateAsync(values))
      return true
    } catch (error) {
      explain(error)
      return false
    }
  }

  /** Shows a refusal beside its field; one that names no field stands above the button. */
  function explain(error: unknown) {
    showFieldErrors(form, error)
    if (fieldErrorsOf(error).length > 0 || isUnauthorized(error)) return
    form.setError('root', { message: messageOf(error) })
  }

  async function saveChanges() {
    let isSaved = !isDirty
    if (isDirty) await form.handleSubmit(async (values) => (isSaved = await save(values)))()
    return isSaved
  }

  async function resetInvalid(...fields: SettingsField[]) {
    for (const field of fields) if (!(await form.trigger(field))) form.resetField(field)
  }

  const card: ReminderCardProps = { form, saveChanges, resetInvalid }
  return (
    <form ref={element} noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <fieldset disabled={saving} aria-label="Reminders" className="mb-4 flex min-w-0 flex-col gap-4">
        <EmailReminderCard {...card} />
        <PhoneReminderCard {...card} />
      </fieldset>
      <StickyActions errors={errorsElsewhere(errors, shown, labels)}>
        <Button type="submit" pending={saving}>
          Save Settings
        </Button>
      </StickyActions>
    </form>
  )
}

/** The most common state: email on, text messages off. */
function SettingsSkeleton() {
  return (
    <Loading className="flex flex-col gap-4">
      <EmailCard>
        <SwitchSkeleton />
        <FieldSkeleton />
        <FieldSkeleton />
        <Skeleton className="h-11" />
      </EmailCard>
      <PhoneCard>
        <SwitchSkeleton />
      </PhoneCard>
    </Loading>
  )
}

const SwitchSkeleton = () => (
  <div className="flex h-11 items-center justify-between">
    <Skeleton className="h-5 w-40" />
    <Skeleton className="h-7 w-12 rounded-full" />
  </div>
)

const FieldSkeleton = () => (
  <div className="flex flex-col gap-2">
    <Skeleton className="h-4 w-24" />
    <Skeleton className="h-11" />
  </div>
)
