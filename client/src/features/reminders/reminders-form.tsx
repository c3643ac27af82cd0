import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { ReminderSettingsView } from '@shared/reminders'
import { LoadFailure } from '@/components/load-failure'
import { StickyActions } from '@/components/sticky-actions'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { ApiError, fieldErrorsOf, messageOf } from '@/lib/api'
import { isUnauthorized, toastFailure } from '@/lib/auth-errors'
import { toast } from '@/lib/toast'
import { EmailReminderCard } from './email-reminder-card'
import { PhoneReminderCard } from './phone-reminder-card'
import { reminderQueries, useSaveReminderSettings } from './reminders-queries'
import { settingsInput, type ReminderCardProps, type Settings, type SettingsField } from './settings-form'

/** Both reminder cards and the button that saves them. */
export function ReminderSettings() {
  const settings = useQuery(reminderQueries.settings())
  const { error } = settings
  useEffect(() => {
    if (error) toastFailure('Failed to load reminder settings')(error)
  }, [error])

  if (settings.isPending) return <SettingsSkeleton />
  if (!settings.data)
    return (
      <Card title="Daily Reminders">
        <LoadFailure
          title="Your reminder settings could not be loaded"
          error={error}
          onRetry={() => void settings.refetch()}
          pending={settings.isFetching}
        />
      </Card>
    )
  return <RemindersForm settings={settings.data} />
}

function RemindersForm({ settings }: { settings: ReminderSettingsView }) {
  const saving = useSaveReminderSettings()
  const form = useForm<Settings>({
    resolver: zodResolver(settingsInput, undefined, { raw: true }),
    defaultValues: settings,
  })
  const { isDirty, errors } = form.formState

  async function save(values: Settings): Promise<boolean> {
    try {
      form.reset(await saving.mutateAsync(values))
    } catch (error) {
      toastFailure('Failed to save settings')(error)
      explain(error, values)
      return false
    }
    toast({ title: 'Settings Saved', description: 'Your reminder preferences have been updated' })
    return true
  }

  /** Puts a refusal beside its field, or above the button when the field is not to be seen. */
  function explain(error: unknown, values: Settings) {
    const isTaken = error instanceof ApiError && error.status === 409
    const faults = isTaken ? [{ path: 'phoneNumber', message: messageOf(error) }] : fieldErrorsOf(error)
    for (const { path, message } of faults) form.setError(path as SettingsField, { message })
    const isUnseen = faults.every(({ path }) => path === 'phoneNumber' && !values.phoneReminderEnabled)
    if (isUnseen && !isUnauthorized(error)) form.setError('root', { message: messageOf(error) })
  }

  async function saveChanges() {
    let isSaved = !isDirty
    if (isDirty) await form.handleSubmit(async (values) => (isSaved = await save(values)))()
    return isSaved
  }

  async function forgetFaulty(...fields: SettingsField[]) {
    for (const field of fields) if (!(await form.trigger(field))) form.resetField(field)
  }

  const card: ReminderCardProps = { form, saveChanges, forgetFaulty }
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <fieldset disabled={saving.isPending} className="mb-4 flex min-w-0 flex-col gap-4">
        <EmailReminderCard {...card} />
        <PhoneReminderCard {...card} />
      </fieldset>
      {errors.root && (
        <p role="alert" className="mb-4 text-sm text-danger">
          {errors.root.message}
        </p>
      )}
      <StickyActions>
        <Button type="submit" pending={saving.isPending}>
          Save Settings
        </Button>
      </StickyActions>
    </form>
  )
}

function SettingsSkeleton() {
  return (
    <Loading className="flex flex-col gap-4">
      <Card title="Daily Reminders">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </Card>
      <Card title="Phone Reminders">
        <Skeleton className="h-11" />
      </Card>
    </Loading>
  )
}
