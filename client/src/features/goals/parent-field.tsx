import { useEffect, useRef } from 'react'
import { useController, useFormState, useWatch, type UseFormReturn } from 'react-hook-form'
import {
  goalRecord,
  type GoalRow,
  type GoalView,
  type Timeline,
  timelineLabels,
  timelinesAbove,
} from '@shared/goals'
import { FormField } from '@/components/form-field'
import { NotLoaded } from '@/components/load-failure'
import { Select } from '@/components/ui/select'
import { useKnownGoals, useMissingGoals } from './known-goal-queries'

type Props = {
  form: Pick<UseFormReturn<Record<string, string>, unknown, GoalRow>, 'control'>
  /** The goal in the form, which cannot be part of itself; undefined for a new one. */
  goalId: string | undefined
}

/** The larger goal that the one in the form is part of; nothing where there is none to choose. */
export function ParentField({ form, goalId }: Props) {
  const timeline = useWatch({ control: form.control, name: 'timeline' }) as Timeline
  const { field } = useController({ control: form.control, name: 'parentId' })
  const goals = useKnownGoals(field.value ? [field.value] : [])
  const missing = useMissingGoals()
  const above = timelinesAbove(timeline)
  const parent = goals?.find(({ id }) => id === field.value)
  const isUnfit = above.length === 0 || (parent !== undefined && !above.includes(parent.timeline))
  const { value, onChange } = field

  // What a change of the timeline drops comes back with the timeline, unless the form was filled anew.
  const { defaultValues } = useFormState({ control: form.control })
  const dropped = useRef({ id: '', from: defaultValues })
  useEffect(() => {
    const { id, from } = dropped.current
    const fits = (goal: GoalView) => goal.id === id && above.includes(goal.timeline)
    if (isUnfit && value) {
      dropped.current = { id: value, from: defaultValues }
      onChange('')
    } else if (!value && from === defaultValues && goals?.some(fits)) {
      dropped.current = { id: '', from }
      onChange(id)
    }
  })

  if (!goals && above.length > 0)
    return (
      <div className="flex flex-col gap-1.5">
        <p className="text-sm font-medium">{goalRecord.labelOf('parentId')}</p>
        <NotLoaded {...missing} />
      </div>
    )

  const fitting = (goals ?? []).filter((goal) => goal.id !== goalId && (goal === parent || !goal.achievedAt))
  const groups = above
    .toReversed()
    .map((timeline) => ({ timeline, goals: fitting.filter((goal) => goal.timeline === timeline) }))
    .filter(({ goals }) => goals.length > 0)
  if (!groups.length) return null

  return (
    <FormField label={goalRecord.labelOf('parentId')}>
      {(control) => (
        // A goal that is gone is shown as none, and stays in the form: the server refuses it, and the save is sent again without it.
        <Select
          {...control}
          {...field}
          value={parent ? value : ''}
          onChange={(event) => {
            dropped.current = { id: '', from: defaultValues }
            onChange(event)
          }}
        >
          <option value="">None</option>
          {groups.map(({ timeline, goals }) => (
            <optgroup key={timeline} label={timelineLabels[timeline]}>
              {goals.map(({ id, title }) => (
                <option key={id} value={id} dir="auto">
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      )}
    </FormField>
  )
}

/** The title of the larger goal, as a conflict notice shows it. */
export function ParentTitle({ id }: { id: string }) {
  return useKnownGoals([id])?.find((goal) => goal.id === id)?.title
}
