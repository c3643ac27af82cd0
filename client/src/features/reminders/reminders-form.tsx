import { useQuery, useQueryClient, type Query } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useLayoutEffect, useState, type ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { ReminderSettingsView } from '@shared/reminders'
import { DraftNotice } from '@/components/draft-notice'
import { LoadFailure } from '@/components/load-failure'
import { StickyActions } from '@/components/sticky-actions'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { useUser } from '@/features/auth/use-user'
import { fieldErrorsOf, isUnauthorized, messageOf } from '@/lib/api/api'
import { pageUser } from '@/lib/api/page-user'
import { useDraft } from '@/lib/saving/use-draft'
import { errorsElsewhere, showFieldErrors } from '@/lib/screen/form-errors'
import { isSaving } from '@/lib/screen/form-errors'
import { toast } from '@/lib/screen/toast'
import { useFaultInSight } from '@/lib/screen/use-fault-in-sight'
import { useReadOnReturn } from '@/lib/screen/use-read-on-return'
import { useLateRules } from '@/lib/screen/late-rules'
import { EmailReminderCard } from './email-reminder-card'
import { PhoneReminderCard } from './phone-reminder-card'
import { EmailCard, PhoneCard } from './reminder-cards'
import { reminderQueries, useSaveReminderSettings } from './reminders-queries'
import {
  changesOf,
  isChanged,
  loadRules,
  type ReminderCardProps,
  type Settings,
  type SettingsField,
} from './settings-form'

/** The cards of the reminders and their save button; `children` appear with them, so that the layout does not shift. */
const labels = { reminderTime: 'Reminder Time', timezone: 'Timezone', phoneNumber: 'Phone Number' }

export function ReminderSettings({ children }: { children: ReactNode }) {
  const settings = useQuery(reminderQueries.settings())
  const deliveries = useQuery(reminderQueries.latestDeliveries())
  const confirmation = useQuery(reminderQueries.phoneConfirmation())
  const push = useQuery(reminderQueries.push())
  const client = useQueryClient()
  // STOP or START may have been texted meanwhile, or another window may have saved.
  useReadOnReturn(() => {
    const predicate = ({ state }: Query) => state.data !== undefined
    void client.refetchQueries({ queryKey: reminderQueries.all, predicate })
  })
  if ([settings, deliveries, confirmation, push].some(({ isFetched }) => !isFetched))
    return <SettingsSkeleton />
  return (
    <>
      {settings.data ? (
        <RemindersForm settings={settings.data} />
      ) : settings.isPending ? (
        <SettingsSkeleton />
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
      <AfterFirstPaint>{children}</AfterFirstPaint>
    </>
  )
}

/** Drawn once the page shows the cards above: all of them at once would keep a phone busy for a quarter of a second. */
const AfterFirstPaint = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children

function RemindersForm({ settings }: { settings: ReminderSettingsView }) {
  const change = useSaveReminderSettings()
  const form = useForm<Settings>({
    resolver: useLateRules(loadRules),
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
  const { data: push } = useQuery(reminderQueries.push())
  const hasDevices = Boolean(push?.devices.length)
  const hasTime = isEmailOn || hasDevices
  const shown = [...(hasTime ? ['reminderTime', 'timezone'] : []), ...(isPhoneOn ? ['phoneNumber'] : [])]
  // What was saved elsewhere is shown, except where something was changed here.
  useEffect(() => {
    const before = form.formState.defaultValues as Settings
    if (saving || !isChanged(changesOf(settings, before))) return
    const mine = changesOf(form.getValues(), before)
    form.reset(settings, { keepErrors: true })
    form.reset({ ...settings, ...mine }, { keepDefaultValues: true, keepErrors: true })
  }, [form, saving, settings])
  const { draft, discardDraft, forget } = useSettingsDraft(form, settings)
  const onTimeHidden = useEffectEvent(() => isDirty && void resetInvalid('reminderTime', 'timezone'))
  useEffect(() => {
    if (!hasTime) onTimeHidden()
  }, [hasTime])

  async function save(values: Settings): Promise<boolean> {
    try {
      form.reset(await change.mutateAsync(values))
      forget()
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

  const card: ReminderCardProps = { form, saveChanges, resetInvalid, hasDevices }
  return (
    <form ref={element} noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <fieldset disabled={saving} aria-label="Reminders" className="mb-4 flex min-w-0 flex-col gap-4">
        {draft && <DraftNotice {...draft} onDiscard={discardDraft} />}
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

/** What was changed and not saved is kept in the browser: it is said when one leaves, and when one comes back. */
function useSettingsDraft(form: ReminderCardProps['form'], saved: ReminderSettingsView) {
  const keeper = useDraft<Partial<Settings>>(useUser().id, 'settings', 'reminders')
  const { data: confirmation } = useQuery(reminderQueries.phoneConfirmation())
  const [draft, setDraft] = useState(() => {
    const changes = changesOf(keeper.draft?.values ?? {}, saved)
    // Only START switches the reminders of a stopped number on again.
    if (confirmation?.stopped && !changes.phoneNumber) delete changes.phoneReminderEnabled
    return keeper.draft && isChanged(changes) ? { ...keeper.draft, values: changes } : undefined
  })

  const fill = useEffectEvent(() => {
    if (draft) form.reset({ ...saved, ...draft.values }, { keepDefaultValues: true })
  })
  // Before the paint, so that the saved settings do not flash.
  useLayoutEffect(() => fill(), [])

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ values, defaultValues }) {
          const changes = changesOf(values, defaultValues as Settings)
          if (isChanged(changes)) keeper.keep(changes)
          else keeper.forget()
        },
      }),
    [form, keeper],
  )

  const onLeave = useEffectEvent(() => {
    const isLeft = window.location.pathname !== '/settings' && !pageUser.isOver
    const changes = changesOf(form.getValues(), form.formState.defaultValues as Settings)
    if (!isLeft || !isChanged(changes)) return
    toast({
      title: 'Not saved yet',
      description: keeper.flush()
        ? 'Your changes to the settings are kept here as a draft.'
        : "Your changes to the settings couldn't be kept: this browser has no room for a draft.",
    })
  })
  useEffect(() => () => onLeave(), [])

  function forget() {
    keeper.forget()
    setDraft(undefined)
  }

  function discardDraft() {
    form.reset(saved)
    forget()
  }

  return { draft, discardDraft, forget }
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
