import { entryRecord, type JournalEntryInput, type JournalEntryView, type Mood } from '@shared/journal'
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
  /** The saved entry that a save updates, with its words where they were loaded; without one, a save creates the entry. */
  base?: JournalEntryView | Loaded
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

/** Form values of a saved entry, or of a day without one. */
export const valuesOf = (entryDate: string, entry: JournalEntryView | null): JournalEntryInput =>
  entryRecord.values({ entryDate, ...entry })

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
  const kept = entryRecord.read(draft?.values)
  const values = { ...saved, ...kept, ...(!hasDate && { entryDate: saved.entryDate }) }
  const base = entry ?? undefined
  const isNoDraft = isMoodAlone(draft)
  if (!draft || entryRecord.isSame(values, saved) || (isNoDraft && entry))
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
  const kept = draft && draft.savedAt > savedAt ? entryRecord.read(draft.values) : {}
  const typed = { ...saved, ...kept, entryDate: saved.entryDate }
  return {
    values: typed,
    moodIsChosen: moodIsChosen || Boolean(kept.mood),
    state: { base: loaded, draft: entryRecord.isSame(typed, saved) ? undefined : draft },
  }
}

/**
 * A mood that was chosen for a day without an entry, perhaps by a slip, and nothing written: too little to be announced
 * as a draft, or to be in conflict with an entry that the day has by now.
 */
const isMoodAlone = (draft: Draft<unknown> | undefined): boolean =>
  draft !== undefined && !draft.base && !entryRecord.hasWords(entryRecord.read(draft.values))

/** The version that a form was filled from, where its words are known. */
type Base = JournalEntryView | Loaded | undefined
const wordsOf = (base: Base) => (base && 'entryDate' in base ? base : undefined)

/** The fields, date aside, that differ because of the saved version, as far as it is known what the form began with. */
export function changedElsewhere(saved: JournalEntryView, mine: JournalEntryInput, base: Base) {
  const words = wordsOf(base)
  const changed = words && entryRecord.differences(words, saved)
  return entryRecord
    .differences(saved, mine)
    .filter((field) => field !== 'entryDate' && (!changed || changed.includes(field)))
}

/** Both versions of an entry. */
export function bothOf(
  saved: JournalEntryInput,
  mine: JournalEntryInput,
  { moodIsChosen, base }: { moodIsChosen: boolean; base?: Base },
): JournalEntryInput {
  const both = entryRecord.both(saved, mine, wordsOf(base))
  return { ...both, entryDate: mine.entryDate, mood: moodIsChosen ? mine.mood : saved.mood }
}

/** The body of a 409: the current entry, or the id of the entry that already has this date. */
export function conflictOf(error: unknown): { current?: JournalEntryView; id?: string } {
  return error instanceof ApiError && error.status === 409 && typeof error.body === 'object'
    ? (error.body ?? {})
    : {}
}
