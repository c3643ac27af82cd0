import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState, type ReactNode } from 'react'
import { useController, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { goalInput, type GoalInput } from '@shared/goal-input'
import { goalQuestions } from '@shared/goal-questions'
import type { GoalView } from '@shared/goals'
import { DraftNotice } from '@/components/draft-notice'
import { FormField } from '@/components/form-field'
import { StickyActions } from '@/components/sticky-actions'
import { Button } from '@/components/ui/button'
import { ChoiceGroup } from '@/components/ui/choice-group'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { useUser } from '@/features/auth/use-user'
import { errorsElsewhere, showFieldErrors } from '@/lib/form-errors'
import { isSaving } from '@/lib/is-saving'
import { useDraft } from '@/lib/use-draft'
import { useFaultInSight } from '@/lib/use-fault-in-sight'
import { saveKeys, useSaveKeys } from '@/lib/use-save-keys'
import { restoredValues, timelineChoices, valuesOf, type GoalValues } from './goal-values'

type FormValues = z.input<typeof goalInput>

const shown = ['timeline', 'title', ...goalQuestions.map(([field]) => field)]

type Props = {
  /** The goal to edit; without an id, the initial values of a new one. */
  goal?: Partial<GoalView>
  submitLabel: string
  savingLabel?: string
  cancel?: ReactNode
  /** Saves, and rejects if that failed. */
  onSave: (values: GoalInput) => Promise<unknown>
}

/** The fields of a goal. Every keystroke is kept as a draft until it is saved. */
export function GoalForm({ goal, submitLabel, savingLabel = submitLabel, cancel, onSave }: Props) {
  const keeper = useDraft<GoalValues>(useUser().id, 'goal', goal?.id ?? 'new')
  const [saved] = useState(() => valuesOf(goal))
  const [restored, setRestored] = useState(() => restoredValues(keeper.draft, saved))

  const form = useForm<FormValues, unknown, GoalInput>({
    resolver: zodResolver(goalInput),
    defaultValues: restored ?? saved,
    shouldFocusError: false,
  })
  const { errors, isSubmitting } = form.formState
  const saving = isSaving(form)
  const element = useFaultInSight(isSubmitting)
  const timeline = useController({ control: form.control, name: 'timeline' })

  const base = restored ? keeper.draft?.base : goal?.updatedAt
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keeper.keep({ ...(values as GoalValues) }, base),
      }),
    [form, keeper, base],
  )

  async function save(values: GoalInput) {
    try {
      await onSave(values)
      keeper.forget()
    } catch (error) {
      showFieldErrors(form, error)
    }
  }

  const submit = () => void form.handleSubmit(save)()
  useSaveKeys(() => !isSubmitting && submit())

  function discardDraft() {
    setRestored(undefined)
    form.reset(saved)
    keeper.forget()
  }

  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="flex grow flex-col gap-6"
    >
      {/* With the notices: a draft that is discarded during a save would end the form's isSubmitting. */}
      <fieldset disabled={saving} aria-label="Goal" className="contents">
        {restored && keeper.draft && (
          <DraftNotice savedAt={keeper.draft.savedAt} onDiscard={discardDraft}>
            {base !== goal?.updatedAt &&
              ' This goal was changed on another device. Save to keep your version, or discard your draft to see the other one.'}
          </DraftNotice>
        )}

        <ChoiceGroup
          legend="Timeline"
          choices={timelineChoices}
          value={timeline.field.value}
          onChange={timeline.field.onChange}
          error={errors.timeline?.message}
        />
        <FormField label="Goal Title" error={errors.title?.message}>
          {(control) => (
            <Input
              {...control}
              dir="auto"
              placeholder="What do you want to achieve?"
              {...form.register('title')}
              className="font-serif lg:text-reading"
            />
          )}
        </FormField>
        {goalQuestions.map(([field, label]) => (
          <FormField key={field} label={label} error={errors[field]?.message}>
            {(control) => (
              <Textarea
                {...control}
                dir="auto"
                {...form.register(field)}
                className="font-serif lg:text-reading"
              />
            )}
          </FormField>
        ))}
      </fieldset>

      <StickyActions errors={errorsElsewhere(errors, shown, {})}>
        {cancel}
        <Button {...saveKeys} type="submit" pending={saving}>
          {saving ? savingLabel : submitLabel}
        </Button>
      </StickyActions>
    </form>
  )
}
