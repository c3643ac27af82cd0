import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useController, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { goalInput, type GoalInput } from '@shared/goal-input'
import { goalQuestions } from '@shared/goal-questions'
import type { GoalView } from '@shared/goals'
import { DraftNotice } from '@/components/draft-notice'
import { Notice } from '@/components/notice'
import { FormField } from '@/components/form-field'
import { StickyActions } from '@/components/sticky-actions'
import { Button } from '@/components/ui/button'
import { ChoiceGroup } from '@/components/ui/choice-group'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { WaitingToSend } from '@/components/waiting-to-send'
import { useUser } from '@/features/auth/use-user'
import { ApiError, messageOf } from '@/lib/api'
import { errorsElsewhere, showFieldErrors } from '@/lib/form-errors'
import { isSaving } from '@/lib/is-saving'
import type { Save } from '@/lib/pending-saves'
import { isNotTaken } from '@/lib/saves'
import { useDraft } from '@/lib/use-draft'
import { useFaultInSight } from '@/lib/use-fault-in-sight'
import { saveKeys, useSaveKeys } from '@/lib/use-save-keys'
import { useSaves } from '@/lib/use-saves'
import { isSame, restoredValues, timelineChoices, valuesOf, type GoalValues } from './goal-values'
import { goalSender, newGoal } from './saves-queries'

type FormValues = z.input<typeof goalInput>

const shown = ['timeline', 'title', ...goalQuestions.map(([field]) => field)]

type Props = {
  /** The goal to edit; without an id, the initial values of a new one. */
  goal?: Partial<GoalView>
  /** An earlier save of this goal that waits for the connection. */
  opened?: Save<GoalInput>
  submitLabel: string
  savingLabel?: string
  cancel?: ReactNode
  /** Everything in the form is saved on the server. */
  onSaved: () => void
}

const loadedOf = ({ id, updatedAt }: Partial<GoalView>) => (id && updatedAt ? { id, updatedAt } : undefined)

const noGoal: Partial<GoalView> = {}

/** The current goal, from the body of a 409. */
const currentOf = (error: Error): GoalView | undefined =>
  error instanceof ApiError ? Object(error.body).current : undefined

/** The fields of a goal. Every keystroke is kept as a draft until it is saved. */
export function GoalForm({
  goal = noGoal,
  opened,
  submitLabel,
  savingLabel = submitLabel,
  cancel,
  onSaved,
}: Props) {
  const { id: userId } = useUser()
  const subject = goal.id ?? opened?.subject ?? newGoal
  const keeper = useDraft<GoalValues>(userId, 'goal', subject)
  const [start] = useState(() => valuesOf(opened?.values ?? goal))
  const [restored, setRestored] = useState(() => restoredValues(keeper.draft, start))
  const [loaded, setLoaded] = useState(() => (opened ? opened.loaded : loadedOf(goal)))
  const [other, setOther] = useState<GoalView>()

  const form = useForm<FormValues, unknown, GoalInput>({
    resolver: zodResolver(goalInput),
    defaultValues: restored ?? start,
    shouldFocusError: false,
  })
  const { errors, isSubmitting } = form.formState
  const saving = isSaving(form)
  const element = useFaultInSight(isSubmitting)
  const timeline = useController({ control: form.control, name: 'timeline' })

  const base = restored ? keeper.draft?.base : loaded?.updatedAt
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keeper.keep({ ...(values as GoalValues) }, base),
      }),
    [form, keeper, base],
  )

  const saved = useRef<Partial<GoalInput>>(opened?.values ?? start)
  const saves = useSaves({
    userId,
    sender: goalSender,
    subject,
    opened,
    onKept: keeper.forget,
    onSent(sent) {
      const values = form.getValues() as GoalValues
      if (isSame(values, saved.current)) {
        keeper.forget()
        return onSaved()
      }
      setRestored(undefined)
      if (sent) setLoaded(loadedOf(sent))
      keeper.keep({ ...values }, sent?.updatedAt)
    },
    onRefused(error) {
      keeper.keep({ ...(form.getValues() as GoalValues) }, base)
      showFieldErrors(form, error)
      if (isNotTaken(error)) form.setError('root', { message: messageOf(error) })
      const current = currentOf(error)
      if (!current) return
      setLoaded(loadedOf(current))
      setOther(current)
    },
  })

  function save(values: GoalInput) {
    saved.current = form.getValues() as GoalValues
    setOther(undefined)
    return saves.save(values, loaded, goal.id ? [valuesOf(goal)] : [])
  }

  const submit = () => void form.handleSubmit(save)()
  useSaveKeys(() => !isSubmitting && submit())

  function discardDraft() {
    setRestored(undefined)
    form.reset(start)
    keeper.forget()
  }

  function showOther(goal: GoalView) {
    setOther(undefined)
    form.reset(valuesOf(goal))
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
        {other ? (
          <Notice
            tone="warn"
            title="This goal was changed on another device"
            actions={
              <Button variant="secondary" onClick={() => showOther(other)}>
                Use the saved version
              </Button>
            }
          >
            Your version is still in the form below. Nothing has been overwritten. Save to keep yours.
          </Notice>
        ) : (
          restored &&
          keeper.draft && (
            <DraftNotice {...keeper.draft} onDiscard={discardDraft}>
              {base !== loaded?.updatedAt &&
                ' This goal was changed on another device. Save to keep your version, or discard your draft to see the other one.'}
            </DraftNotice>
          )
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

      <StickyActions
        errors={errorsElsewhere(errors, shown, {})}
        note={!isSubmitting && saves.waiting && <WaitingToSend savedAt={saves.waiting.savedAt} />}
      >
        {cancel}
        <Button {...saveKeys} type="submit" pending={saving}>
          {saving ? savingLabel : submitLabel}
        </Button>
      </StickyActions>
    </form>
  )
}
