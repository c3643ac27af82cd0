import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useController, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { journalEntryInput, type JournalEntryInput, type JournalEntryView } from '@shared/journal'
import type { JournalTextField } from '@shared/journal-fields'
import { DraftNotice } from '@/components/draft-notice'
import { FieldGroup, FormField } from '@/components/form-field'
import { StickyActions } from '@/components/sticky-actions'
import { Button } from '@/components/ui/button'
import { ChoiceGroup } from '@/components/ui/choice-group'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { ApiError, fieldErrorsOf } from '@/lib/api'
import { useDraft } from '@/lib/use-draft'
import { ConflictNotice } from './conflict-notice'
import { journalQueries, type Loaded } from './journal-queries'
import { bothOf, startOf, valuesOf } from './journal-values'
import { moodChoices } from './moods'

type FormValues = z.input<typeof journalEntryInput>
export type Question = [field: JournalTextField, label: string]

const gratitudeFields = ['gratitude1', 'gratitude2', 'gratitude3'] as const
const gratitudeQuestion = 'What are you grateful for today?'

type Props = {
  userId: string
  /** The day that the draft of this form is kept for. */
  day: string
  entry: JournalEntryView | null
  moodQuestion: string
  questions: Question[]
  /** Whether the form itself asks for the date. */
  asksForDate?: boolean
  submitLabel: string
  cancel?: ReactNode
  /** Saves and rejects if that failed; `loaded` is the entry that the words were written over. */
  onSave: (values: JournalEntryInput, loaded: Loaded | undefined) => Promise<unknown>
  /** The day turns out to have an entry, known only since saving failed. */
  onEntryFound?: (entry: JournalEntryView) => void
}

/** The fields of an entry. Keeps every keystroke as a draft until it is saved, and never overwrites what it has not shown. */
export function JournalForm(props: Props) {
  const { userId, day, entry, questions, onSave, onEntryFound } = props
  const client = useQueryClient()
  const keeper = useDraft<JournalEntryInput>(userId, 'journal', day)
  const [start] = useState(() => startOf(day, entry, keeper.draft))
  const [base, setBase] = useState(start.base)
  const [conflict, setConflict] = useState(start.conflict)
  const [restored, setRestored] = useState(start.draft)

  const form = useForm<FormValues, unknown, JournalEntryInput>({
    resolver: zodResolver(journalEntryInput),
    defaultValues: start.values,
  })
  const { errors } = form.formState
  const mood = useController({ control: form.control, name: 'mood' })
  const valuesNow = () => form.getValues() as JournalEntryInput

  const draftBase = base?.updatedAt
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keeper.keep({ ...(values as JournalEntryInput) }, draftBase),
      }),
    [form, keeper, draftBase],
  )

  const saving = useMutation({
    mutationFn: (values: JournalEntryInput) => onSave(values, base),
    onSuccess: keeper.forget,
    onError: explain,
  })

  /** Puts a refusal where it belongs: beside its field, or as a choice between two versions. */
  async function explain(reason: unknown) {
    for (const { path, message } of fieldErrorsOf(reason))
      form.setError(path as keyof FormValues, { message })
    const { current, id } = conflictOf(reason)
    if (!current && id && base)
      return form.setError('entryDate', { message: 'An entry for this date already exists' })
    const found = current ?? (id ? await client.fetchQuery(journalQueries.entry(id)).catch(() => null) : null)
    if (!found) return
    setConflict(found)
    onEntryFound?.(found)
  }

  function resolve(values: JournalEntryInput | undefined, saved: JournalEntryView) {
    setConflict(undefined)
    setBase(saved)
    if (!values) keeper.forget()
    form.reset(values ?? valuesOf(day, saved))
    if (values) keeper.keep(values, saved.updatedAt)
  }

  function discardDraft() {
    setRestored(undefined)
    setConflict(undefined)
    setBase(entry ?? undefined)
    form.reset(valuesOf(day, entry))
    keeper.forget()
  }

  const labelOf = (field: JournalTextField) =>
    questions.find(([name]) => name === field)?.[1] ?? field.replace('gratitude', 'Gratitude ')

  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((values) => saving.mutate(values))(event)}
      className="flex flex-col gap-6"
    >
      {conflict ? (
        <ConflictNotice
          saved={conflict}
          mine={valuesNow()}
          labelOf={labelOf}
          onKeepBoth={() => resolve(bothOf(valuesOf(day, conflict), valuesNow()), conflict)}
          onKeepMine={() => resolve(valuesNow(), conflict)}
          onUseSaved={() => resolve(undefined, conflict)}
        />
      ) : (
        restored && <DraftNotice savedAt={restored.savedAt} onDiscard={discardDraft} />
      )}

      <fieldset disabled={saving.isPending} className="contents">
        {props.asksForDate && (
          <FormField label="Date" error={errors.entryDate?.message}>
            {(control) => <Input type="date" {...control} {...form.register('entryDate')} />}
          </FormField>
        )}
        <ChoiceGroup
          legend={props.moodQuestion}
          choices={moodChoices}
          value={mood.field.value || 'neutral'}
          onChange={mood.field.onChange}
        />
        <FieldGroup legend={gratitudeQuestion}>
          {gratitudeFields.map((field, position) => (
            <FormField
              key={field}
              label={`Gratitude ${position + 1}`}
              labelHidden
              error={errors[field]?.message}
            >
              {(control) => (
                <Input
                  {...control}
                  placeholder={`${position + 1}.`}
                  {...form.register(field)}
                  className="font-serif"
                />
              )}
            </FormField>
          ))}
        </FieldGroup>
        {questions.map(([field, label]) => (
          <FormField key={field} label={label} error={errors[field]?.message}>
            {(control) => <Textarea {...control} {...form.register(field)} className="font-serif" />}
          </FormField>
        ))}
      </fieldset>

      <StickyActions>
        {props.cancel}
        <Button type="submit" pending={saving.isPending} disabled={Boolean(conflict)}>
          {props.submitLabel}
        </Button>
      </StickyActions>
    </form>
  )
}

/** What a 409 tells: the entry as it is now, or the id of the one that has the date. */
function conflictOf(error: unknown): { current?: JournalEntryView; id?: string } {
  return error instanceof ApiError && error.status === 409 && typeof error.body === 'object'
    ? (error.body ?? {})
    : {}
}
