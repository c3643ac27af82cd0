import { useController, type UseFormReturn } from 'react-hook-form'
import { goalQuestions, goalRecord, type GoalRow, type Timeline, timelineLabels } from '@shared/goals'
import { FormField } from '@/components/form-field'
import { ChoiceGroup } from '@/components/ui/choice-group'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { ParentField } from './parent-field'

const inOrder: Timeline[] = ['monthly', 'annual', 'long-term']
const timelineChoices = inOrder.map((value) => ({ value, label: timelineLabels[value] }))

/** The fields whose errors stand beside them. */
export const fieldsWithErrors: string[] = [...goalRecord.texts, 'timeline']

type Props = {
  form: UseFormReturn<Record<string, string>, unknown, GoalRow>
  goalId: string | undefined
}

export function GoalFields({ form, goalId }: Props) {
  const { errors } = form.formState
  const timeline = useController({ control: form.control, name: 'timeline' })
  return (
    <>
      <ChoiceGroup
        legend="Timeline"
        choices={timelineChoices}
        value={timeline.field.value}
        onChange={timeline.field.onChange}
        error={errors.timeline?.message}
      />
      <FormField label={goalRecord.questionOf('title')} error={errors.title?.message}>
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
      {goalQuestions.map((field) => (
        <FormField key={field} label={goalRecord.questionOf(field)} error={errors[field]?.message}>
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
      {/* Last, so that no field moves when it comes. */}
      <ParentField form={form} goalId={goalId} />
    </>
  )
}
