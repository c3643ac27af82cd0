import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { journalEntryInput, type JournalEntryInput } from '@shared/journal-input'
import type { JournalEntryView } from '@shared/journal'
import { defaultMood, type Mood } from '@shared/journal-fields'
import { useUser } from '@/features/auth/use-user'
import { ApiError } from '@/lib/api'
import { showFieldErrors } from '@/lib/form-errors'
import { isSaving } from '@/lib/is-saving'
import { useDraft } from '@/lib/use-draft'
import { useReturnedFocus } from '@/lib/use-returned-focus'
import { useSaveKeys } from '@/lib/use-save-keys'
import { journalQueries, type Loaded } from './journal-queries'
import { bothOf, formReducer, startOf, valuesOf, type DraftValues } from './journal-values'

type FormValues = z.input<typeof journalEntryInput>

export type EntryFormOptions = {
  /** The day under which the draft is kept. */
  day: string
  entry: JournalEntryView | null
  /** Chosen on the way to the form. */
  mood?: Mood
  /** Saves, and rejects if that failed; `loaded` is the entry that the form was filled from. */
  onSave: (values: JournalEntryInput, loaded: Loaded | undefined) => Promise<unknown>
}

/** The state of an entry's form. Every change is kept as a draft until it is saved; a save never overwrites unseen text. */
export function useEntryForm({ day, entry, mood: tapped, onSave }: EntryFormOptions, hasDate = false) {
  const client = useQueryClient()
  const keeper = useDraft<DraftValues>(useUser().id, 'journal', day)
  const [start] = useState(() => startOf(day, entry, keeper.draft, { hasDate }))
  const [{ base, draft, conflict }, dispatch] = useReducer(formReducer, start.state)
  const moodIsChosen = useRef(start.moodIsChosen)

  const form = useForm<FormValues, unknown, JournalEntryInput>({
    resolver: zodResolver(journalEntryInput),
    defaultValues: start.values,
    shouldFocusError: false,
  })
  const mood = useController({ control: form.control, name: 'mood' }).field
  const saving = isSaving(form)
  const valuesNow = () => form.getValues() as JournalEntryInput

  const keep = useCallback(
    (values: JournalEntryInput, base: string | undefined) =>
      keeper.keep({ ...values, mood: moodIsChosen.current ? values.mood : undefined }, base),
    [keeper],
  )
  const draftBase = base?.updatedAt ?? draft?.base
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keep(values as JournalEntryInput, draftBase),
      }),
    [form, keep, draftBase],
  )

  function chooseMood(chosen: Mood) {
    moodIsChosen.current = true
    if (chosen !== mood.value) mood.onChange(chosen)
  }
  // As if it were chosen here, and so kept with the draft.
  const onOpen = useEffectEvent(() => tapped && chooseMood(tapped))
  useEffect(() => void onOpen(), [])

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

  const { isSubmitting } = form.formState
  const rememberFocus = useReturnedFocus(isSubmitting || Boolean(conflict))
  function submit() {
    if (isSubmitting || conflict) return
    rememberFocus()
    void form.handleSubmit(save)()
  }
  useSaveKeys(submit)

  function keepText(values: JournalEntryInput, saved: JournalEntryView) {
    dispatch({ type: 'text kept' })
    form.reset(values)
    keep(values, saved.updatedAt)
  }

  function keepBoth(saved: JournalEntryView) {
    keepText(bothOf(valuesOf(day, saved), valuesNow(), { moodIsChosen: moodIsChosen.current }), saved)
  }

  function keepMine(saved: JournalEntryView) {
    moodIsChosen.current = true
    keepText(valuesNow(), saved)
  }

  function showSaved(saved: JournalEntryView | null) {
    moodIsChosen.current = false
    dispatch({ type: 'saved shown', entry: saved })
    form.reset(valuesOf(day, saved))
    keeper.forget()
  }

  return {
    form,
    mood: mood.value || defaultMood,
    chooseMood,
    saving,
    submit,
    valuesNow,
    draft,
    conflict,
    wasSeen: Boolean(base ?? draft?.base),
    keepBoth,
    keepMine,
    showSaved,
  }
}

/** The body of a 409: the entry as it is now, or the id of the entry that has the date. */
function conflictOf(error: unknown): { current?: JournalEntryView; id?: string } {
  return error instanceof ApiError && error.status === 409 && typeof error.body === 'object'
    ? (error.body ?? {})
    : {}
}
