import type { JournalEntryInput } from '@shared/journal-input'
import type { JournalEntryView } from '@shared/journal'
import {
  defaultMood,
  journalTextFields,
  moods,
  type JournalTextField,
  type Mood,
} from '@shared/journal-fields'
import { ApiError } from '@/lib/api'
import type { Draft } from '@/lib/drafts'
import type { Loaded, Save } from '@/lib/pending-saves'

/** What is kept of a form until it is saved; a mood that was not chosen is left out, so that the saved one stays. */
export type DraftValues = Omit<JournalEntryInput, 'mood'> & { mood?: Mood }

/** A default mood that the user did not choose is sent too, but in a conflict the saved mood wins. */
export type SavedValues = JournalEntryInput & { moodIsChosen: boolean }
export type EntrySave = Save<SavedValues>

/** How the text in the form relates to what is saved. */
type FormState = {
  /** The saved entry that a save updates; without one, a save creates the entry. */
  base?: Loaded
  /** The draft that the form was filled from. */
  draft?: Draft<unknown>
  /** A saved entry that the form does not show: the user has to choose before they can save. */
  conflict?: JournalEntryView
}

type Start = { values: JournalEntryInput; moodIsChosen: boolean; state: FormState }

export type FormEvent =
  /** A save was refused because of this entry. */
  | { type: 'conflict found'; entry: JournalEntryView }
  /** The user keeps the text in the form, over the entry that it was in conflict with. */
  | { type: 'text kept' }
  /** The form shows what is saved, in place of a draft or of text in conflict. */
  | { type: 'saved shown'; entry: JournalEntryView | null }
  /** A save has ended; the user may have gone on typing since. */
  | { type: 'saved'; entry: JournalEntryView }
  /** The entry, which could not be loaded at first, has been loaded: the text in the form is a change of that version. */
  | { type: 'read'; entry: JournalEntryView }

export function formReducer(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'conflict found':
      return { ...state, conflict: event.entry }
    case 'text kept':
      return { base: state.conflict, draft: state.draft }
    case 'saved shown':
      return { base: event.entry ?? undefined }
    case 'saved':
      return { base: event.entry }
    case 'read':
      return { ...state, base: event.entry }
  }
}

const textsOf = (text: (field: JournalTextField) => unknown) =>
  Object.fromEntries(journalTextFields.map((field) => [field, text(field) ?? ''])) as Record<
    JournalTextField,
    string
  >

/** Form values of a saved entry, or of a day without one: missing texts are empty, a missing mood is neutral. */
export const valuesOf = (entryDate: string, entry: JournalEntryView | null): JournalEntryInput => ({
  entryDate: entry?.entryDate ?? entryDate,
  mood: entry?.mood || defaultMood,
  ...textsOf((field) => entry?.[field]),
})

/** The fields, date aside, in which two versions of an entry differ. */
export const differences = (a: JournalEntryInput, b: JournalEntryInput) =>
  journalTextFields.filter((field) => a[field] !== b[field])

export const isSame = (a: JournalEntryInput, b: JournalEntryInput) =>
  a.entryDate === b.entryDate && a.mood === b.mood && differences(a, b).length === 0

/**
 * What the form starts with: the draft, unless it equals what is saved. Where the form has no date of its own, the
 * draft's is ignored: it may come from a form that has one.
 */
export function startOf(
  day: string,
  entry: JournalEntryView | null,
  draft: Draft<unknown> | undefined,
  { hasDate = false } = {},
): Start {
  const saved = valuesOf(day, entry)
  const kept = readDraft(draft?.values)
  const values = { ...saved, ...kept, ...(!hasDate && { entryDate: saved.entryDate }) }
  const base = entry ?? undefined
  const isNoDraft = isMoodAlone(draft)
  if (!draft || isSame(values, saved) || (isNoDraft && entry))
    return { values: saved, moodIsChosen: false, state: { base } }
  const isOutdated = entry && draft.base !== entry.updatedAt
  return {
    values,
    moodIsChosen: Boolean(kept.mood),
    state: isNoDraft ? {} : isOutdated ? { draft, conflict: entry } : { draft, base },
  }
}

/** The start of a form that is opened while its save waits: the saved values, or a draft typed after them. */
export function startOfWaiting(
  { values, loaded, savedAt }: EntrySave,
  draft: Draft<unknown> | undefined,
): Start {
  const { moodIsChosen, ...saved } = values
  const kept = draft && draft.savedAt > savedAt ? readDraft(draft.values) : {}
  const typed = { ...saved, ...kept, entryDate: saved.entryDate }
  return {
    values: typed,
    moodIsChosen: moodIsChosen || Boolean(kept.mood),
    state: { base: loaded, draft: isSame(typed, saved) ? undefined : draft },
  }
}

/**
 * A mood that was chosen for a day without an entry, perhaps by a slip, and nothing written: too little to be announced
 * as a draft, or to be in conflict with an entry that the day has by now.
 */
function isMoodAlone(draft: Draft<unknown> | undefined): boolean {
  if (!draft || draft.base) return false
  const kept = readDraft(draft.values)
  return journalTextFields.every((field) => !kept[field]?.trim())
}

/** A stored draft may come from an older version of the app, or have been tampered with. */
function readDraft(values: unknown): Partial<JournalEntryInput> {
  const kept = Object(values) as Record<string, unknown>
  const texts = ['entryDate' as const, ...journalTextFields].filter(
    (field) => typeof kept[field] === 'string',
  )
  const mood = moods.find((known) => known === kept.mood)
  return { ...Object.fromEntries(texts.map((field) => [field, kept[field]])), ...(mood && { mood }) }
}

/** Merges both versions: texts that are equal or on one side only once, others one after the other. */
export function bothOf(
  saved: JournalEntryInput,
  mine: JournalEntryInput,
  { moodIsChosen }: { moodIsChosen: boolean },
): JournalEntryInput {
  const both = (field: JournalTextField) => {
    const texts = [saved[field], mine[field]].filter((text) => text.trim())
    return [...new Set(texts)].join(field.startsWith('gratitude') ? ' / ' : '\n\n')
  }
  return { ...mine, mood: moodIsChosen ? mine.mood : saved.mood, ...textsOf(both) }
}

/** The body of a 409: the current entry, or the id of the entry that already has this date. */
export function conflictOf(error: unknown): { current?: JournalEntryView; id?: string } {
  return error instanceof ApiError && error.status === 409 && typeof error.body === 'object'
    ? (error.body ?? {})
    : {}
}
