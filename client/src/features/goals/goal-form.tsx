import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { goalInput, goalRecord, type GoalInput, type GoalValues, type GoalView } from '@shared/goals'
import { DraftNotice } from '@/components/draft-notice'
import { Notice } from '@/components/notice'
import { StickyActions } from '@/components/sticky-actions'
import { Button } from '@/components/ui/button'
import { WaitingToSend } from '@/components/waiting-to-send'
import { useUser } from '@/features/auth/use-user'
import { ApiError, messageOf } from '@/lib/api'
import { errorsElsewhere, showFieldErrors } from '@/lib/form-errors'
import { isSaving } from '@/lib/is-saving'
import { loadedOf, type Save } from '@/lib/pending-saves'
import { isNotTaken } from '@/lib/save-errors'
import { useDraft } from '@/lib/use-draft'
import { useFaultInSight } from '@/lib/use-fault-in-sight'
import { saveKeys, useSaveKeys } from '@/lib/use-save-keys'
import { useSaves } from '@/lib/use-saves'
import { fieldsWithErrors, GoalFields, type GoalFormValues } from './goal-fields'
import { restoredValues } from './goal-values'
import { goalSender, newGoal } from './saves-queries'

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
  const [start] = useState(() => goalRecord.values(opened?.values ?? goal))
  const [restored, setRestored] = useState(() => restoredValues(keeper.draft, start))
  const [loaded, setLoaded] = useState(() => (opened ? opened.loaded : loadedOf(goal)))
  const [other, setOther] = useState<GoalView>()

  const form = useForm<GoalFormValues, unknown, GoalInput>({
    resolver: zodResolver(goalInput),
    defaultValues: restored ?? start,
    shouldFocusError: false,
  })
  const { errors, isSubmitting } = form.formState
  const saving = isSaving(form)
  const element = useFaultInSight(isSubmitting)

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
      if (goalRecord.isSame(values, saved.current)) {
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
    return saves.save(values, loaded, goal.id ? [goalRecord.values(goal)] : [])
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
    form.reset(goalRecord.values(goal))
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

        <GoalFields form={form} />
      </fieldset>

      <StickyActions
        errors={errorsElsewhere(errors, fieldsWithErrors, {})}
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
