import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import type { z } from 'zod'
import {
  defaultMood,
  entryRecord,
  journalEntryInput,
  type JournalEntryInput,
  type JournalEntryView,
  type Mood,
} from '@shared/journal'
import { useUser } from '@/features/auth/use-user'
import { messageOf } from '@/lib/api'
import { showFieldErrors } from '@/lib/form-errors'
import { isSaving } from '@/lib/is-saving'
import { useDraft } from '@/lib/use-draft'
import { loadedOf } from '@/lib/pending-saves'
import { isNotTaken } from '@/lib/save-errors'
import { useReturnedFocus } from '@/lib/use-returned-focus'
import { useSaveKeys } from '@/lib/use-save-keys'
import { useSaves } from '@/lib/use-saves'
import { journalQueries } from './journal-queries'
import {
  bothOf,
  conflictOf,
  formReducer,
  startOf,
  startOfWaiting,
  valuesOf,
  type DraftValues,
  type EntrySave,
} from './journal-values'
import { entrySender } from './saves-queries'

type FormValues = z.input<typeof journalEntryInput>

export type EntryFormOptions = {
  /** The day under which the draft is kept. */
  day: string
  entry: JournalEntryView | null
  /** The entry could not be loaded: the server may have one, or another version. */
  isUnread?: boolean
  /** An earlier save of this entry that waits for the connection. */
  opened?: EntrySave
  /** Chosen on the way to the form. */
  mood?: Mood
  /** Completes the values before a save; nothing is saved if it returns undefined. */
  prepare?: (values: JournalEntryInput) => JournalEntryInput | undefined
  /** Everything in the form is saved on the server. */
  onSaved: () => void
}

const asTyped = (values: JournalEntryInput) => values

/** The state of an entry's form. Every change is kept as a draft until it is saved; a save never overwrites unseen text. */
export function useEntryForm(options: EntryFormOptions, hasDate = false) {
  const { day, entry, isUnread = false, opened, mood: tapped, prepare = asTyped, onSaved } = options
  const client = useQueryClient()
  const { id: userId } = useUser()
  const keeper = useDraft<DraftValues>(userId, 'journal', day)
  const [start] = useState(() =>
    opened ? startOfWaiting(opened, keeper.draft) : startOf(day, entry, keeper.draft, { hasDate }),
  )
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

  const saved = useRef<JournalEntryInput>(opened?.values ?? start.values)
  const saves = useSaves({
    userId,
    sender: entrySender,
    subject: day,
    opened,
    onKept: keeper.forget,
    onSent(sent) {
      if (entryRecord.isSame(valuesNow(), saved.current)) {
        keeper.forget()
        return onSaved()
      }
      if (!sent) return
      dispatch({ type: 'saved', entry: sent })
      keep(valuesNow(), sent.updatedAt)
      showElsewhere(sent)
    },
    onRefused(error) {
      keep(valuesNow(), draftBase)
      if (isNotTaken(error)) form.setError('root', { message: messageOf(error) })
      return explain(error)
    },
  })

  function save(values: JournalEntryInput) {
    const prepared = prepare(values)
    if (!prepared) return
    saved.current = valuesNow()
    return saves.save({ ...prepared, moodIsChosen: moodIsChosen.current }, base && loadedOf(base), [])
  }

  /** Updates the cached entry, for the screen's heading and button. If none is cached, adds none: a form would open with it. */
  function showElsewhere(found: JournalEntryView) {
    client.setQueriesData({ queryKey: journalQueries.byDate(day).queryKey, exact: true }, found)
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
    showElsewhere(found)
  }

  const [wasUnread] = useState(isUnread)
  const onRead = useEffectEvent(() => {
    if (!entry || saves.waiting || conflict) return
    if (entry.updatedAt === draftBase) dispatch({ type: 'read', entry })
    else if (!draft && entryRecord.isSame(valuesNow(), start.values)) showSaved(entry)
    else dispatch({ type: 'conflict found', entry })
  })
  useEffect(() => void (wasUnread && !isUnread && onRead()), [wasUnread, isUnread])

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
    keepText(bothOf(saved, valuesNow(), { moodIsChosen: moodIsChosen.current, base }), saved)
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
    waiting: isSubmitting ? undefined : saves.waiting,
    submit,
    valuesNow,
    draft,
    base,
    conflict,
    wasSeen: Boolean(base ?? draft?.base),
    keepBoth,
    keepMine,
    showSaved,
  }
}
