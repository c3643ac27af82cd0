import type { ReactNode } from 'react'
import { goalRecord, type GoalRow, type GoalView, timelineLabels } from '@shared/goals'
import { ConflictNotice } from '@/components/conflict-notice'
import { DraftNotice } from '@/components/draft-notice'
import { late } from '@/components/late'
import { StickyActions } from '@/components/sticky-actions'
import { Button } from '@/components/ui/button'
import { WaitingToSend } from '@/components/waiting-to-send'
import { useUser } from '@/features/auth/use-user'
import { errorsElsewhere } from '@/lib/screen/form-errors'
import { useRecordForm, type RecordFormOptions } from '@/lib/saving/use-record-form'
import { useFaultInSight } from '@/lib/screen/use-fault-in-sight'
import { saveKeys } from '@/lib/screen/use-save-keys'
import { fieldsWithErrors, GoalFields } from './goal-fields'
import { ParentTitle } from './parent-field'
import { goalSender, newGoal } from './saves-queries'

type Props = Pick<
  RecordFormOptions<typeof goalRecord.fields, GoalView>,
  'opened' | 'isUnread' | 'initial' | 'onSaved'
> & {
  /** The goal to edit; null for a new one. */
  goal: GoalView | null
  /** Of a new goal's draft, where it has one of its own. */
  subject?: string
  submitLabel: string
  savingLabel?: string
  cancel?: ReactNode
}

const GoalVersions = late(async () => (await import('./goal-versions')).GoalVersions)

/** The fields of a goal. */
export function GoalForm({
  goal,
  subject = newGoal,
  submitLabel,
  savingLabel = submitLabel,
  cancel,
  ...options
}: Props) {
  const record = useRecordForm({
    ...options,
    userId: useUser().id,
    record: goalRecord,
    sender: goalSender,
    // Each new goal that waits has a draft of its own.
    subject: goal?.id ?? options.opened?.base?.id ?? options.opened?.subject ?? subject,
    row: goal,
  })
  const { form, saving, conflict, draft } = record
  const { errors, isSubmitting } = form.formState
  const element = useFaultInSight(isSubmitting)
  function textOf(found: GoalRow, field: keyof GoalRow) {
    if (field === 'timeline' && found.timeline) return timelineLabels[found.timeline]
    if (field === 'parentId' && found.parentId) return <ParentTitle id={found.parentId} />
    return found[field] ?? ''
  }
  const textsOf = (found: GoalView, fields: (keyof GoalRow)[]) =>
    fields.map((field) => ({ label: goalRecord.labelOf(field), text: textOf(found, field) }))

  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        record.submit()
      }}
      className="flex grow flex-col gap-6"
    >
      {/* With the notices: a draft that is discarded during a save would end the form's isSubmitting. */}
      <fieldset disabled={saving} aria-label="Goal" className="contents">
        {conflict ? (
          <ConflictNotice
            title="This goal has changed since you opened it"
            saved={textsOf(conflict, record.differing(conflict))}
            onKeepBoth={() => record.keepBoth(conflict)}
            onKeepMine={() => record.keepMine(conflict)}
            onUseSaved={() => record.showSaved(conflict)}
          />
        ) : (
          draft && <DraftNotice {...draft} onDiscard={record.discardDraft} />
        )}

        <GoalFields form={form} goalId={goal?.id} />
        {goal && !record.waiting && (
          <GoalVersions isNeeded={false} props={{ goal, textsOf, onBroughtBack: record.showBroughtBack }} />
        )}
      </fieldset>

      <StickyActions
        errors={errorsElsewhere(errors, fieldsWithErrors, {})}
        note={record.waiting && <WaitingToSend savedAt={record.waiting.savedAt} />}
      >
        {cancel}
        <Button {...saveKeys} type="submit" pending={saving} disabled={Boolean(conflict)}>
          {saving ? savingLabel : submitLabel}
        </Button>
      </StickyActions>
    </form>
  )
}
