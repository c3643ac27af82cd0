import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useState, type ReactNode } from 'react'
import { useController, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { journalEntryInput, type JournalEntryInput } from '@shared/journal-input'
import type { JournalEntryView } from '@shared/journal'
import type { JournalTextField } from '@shared/journal-fields'
import { DraftNotice } from '@/components/draft-notice'
import { FieldGroup, FormField } from '@/components/form-field'
import { StickyActions } from '@/components/sticky-actions'
import { Button } from '@/components/ui/button'
import { ChoiceGroup } from '@/components/ui/choice-group'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { useUser } from '@/features/auth/use-user'
import { ApiError } from '@/lib/api'
import { errorsElsewhere, showFieldErrors } from '@/lib/form-errors'
import { isSaving } from '@/lib/is-saving'
import { useDraft } from '@/lib/use-draft'
import { useFaultInSight } from '@/lib/use-fault-in-sight'
import { ConflictNotice } from './conflict-notice'
import { EntryDateField } from './entry-date-field'
import { journalQueries, type Loaded } from './journal-queries'
import { bothOf, formReducer, startOf, valuesOf } from './journal-values'
import { moodChoices } from './moods'

type FormValues = z.input<typeof journalEntryInput>

/** What a screen asks, in its own order and wording. */
export type Questions = { date?: boolean; mood: string; texts: [field: JournalTextField, label: string][] }

const gratitudeFields = ['gratitude1', 'gratitude2', 'gratitude3'] as const
const gratitudeQuestion = 'What are you grateful for today?'

type Props = {
  /** The day under which the draft is kept. */
  day: string
  entry: JournalEntryView | null
  questions: Questions
  submitLabel: string
  cancel?: ReactNode
  /** Saves, and rejects if that failed; `loaded` is the entry that the form was filled from. */
  onSave: (values: JournalEntryInput, loaded: Loaded | undefined) => Promise<unknown>
}

/** The fields of an entry. Every keystroke is kept as a draft until it is saved; a save never overwrites unseen text. */
export function JournalForm({ day, entry, questions, submitLabel, cancel, onSave }: Props) {
  const client = useQueryClient()
  const keeper = useDraft<JournalEntryInput>(useUser().id, 'journal', day)
  const [start] = useState(() => startOf(day, entry, keeper.draft, { hasDate: questions.date }))
  const [{ base, draft, conflict }, dispatch] = useReducer(formReducer, start.state)

  const form = useForm<FormValues, unknown, JournalEntryInput>({
    resolver: zodResolver(journalEntryInput),
    defaultValues: start.values,
    shouldFocusError: false,
  })
  const { errors, isSubmitting } = form.formState
  const saving = isSaving(form)
  const element = useFaultInSight(isSubmitting)
  const mood = useController({ control: form.control, name: 'mood' })
  const valuesNow = () => form.getValues() as JournalEntryInput

  const draftBase = base?.updatedAt ?? draft?.base
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keeper.keep({ ...(values as JournalEntryInput) }, draftBase),
      }),
    [form, keeper, draftBase],
  )

  async function save(values: JournalEntryInput) {
    try {
      await onSave(values, base)
      keeper.forget()
    } catch (error) {
      await explain(error)
    }
  }

  /** Shows a refusal beside its field, or as a choice between two versions. */
  async function explain(reason: unknown) {
    showFieldErrors(form, reason)
    const { current, id } = conflictOf(reason)
    if (!current && id && base)
      return form.setError('entryDate', { message: 'An entry for this date already exists' })
    const found = current ?? (id && (await client.fetchQuery(journalQueries.entry(id)).catch(() => null)))
    if (!found) return
    dispatch({ type: 'conflict found', entry: found })
    // Only where it is on screen: an entry kept for later would open instead of the saved one.
    client.setQueriesData({ queryKey: journalQueries.byDate(day).queryKey, exact: true }, found)
  }

  function keepText(values: JournalEntryInput, saved: JournalEntryView) {
    dispatch({ type: 'text kept' })
    form.reset(values)
    keeper.keep(values, saved.updatedAt)
  }

  function showSaved(saved: JournalEntryView | null) {
    dispatch({ type: 'saved shown', entry: saved })
    form.reset(valuesOf(day, saved))
    keeper.forget()
  }

  const labelOf = (field: JournalTextField) =>
    questions.texts.find(([name]) => name === field)?.[1] ?? field.replace('gratitude', 'Gratitude ')

  const shown = [
    ...(questions.date ? ['entryDate'] : []),
    ...gratitudeFields,
    ...questions.texts.map(([field]) => field),
  ]

  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => void form.handleSubmit(save)(event)}
      className="flex flex-col gap-6"
    >
      {/* With the notices: a reset during a save would end the form's isSubmitting. */}
      <fieldset disabled={saving} aria-label="Journal entry" className="contents">
        {conflict ? (
          <ConflictNotice
            saved={conflict}
            mine={valuesNow()}
            wasSeen={Boolean(base ?? draft?.base)}
            labelOf={labelOf}
            onKeepBoth={() => keepText(bothOf(valuesOf(day, conflict), valuesNow()), conflict)}
            onKeepMine={() => keepText(valuesNow(), conflict)}
            onUseSaved={() => showSaved(conflict)}
          />
        ) : (
          draft && <DraftNotice savedAt={draft.savedAt} onDiscard={() => showSaved(entry)} />
        )}

        {questions.date && (
          <EntryDateField {...form.register('entryDate')} error={errors.entryDate?.message} />
        )}
        <ChoiceGroup
          legend={questions.mood}
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
                  className="font-serif lg:text-reading"
                />
              )}
            </FormField>
          ))}
        </FieldGroup>
        {questions.texts.map(([field, label]) => (
          <FormField key={field} label={label} error={errors[field]?.message}>
            {(control) => (
              <Textarea {...control} {...form.register(field)} className="font-serif lg:text-reading" />
            )}
          </FormField>
        ))}
      </fieldset>

      <StickyActions errors={errorsElsewhere(errors, shown, { entryDate: 'Date', mood: 'Mood' })}>
        {cancel}
        <Button type="submit" pending={saving} disabled={Boolean(conflict)}>
          {submitLabel}
        </Button>
      </StickyActions>
    </form>
  )
}

/** The body of a 409: the entry as it is now, or the id of the entry that has the date. */
function conflictOf(error: unknown): { current?: JournalEntryView; id?: string } {
  return error instanceof ApiError && error.status === 409 && typeof error.body === 'object'
    ? (error.body ?? {})
    : {}
}
