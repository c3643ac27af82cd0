import type { JournalEntryInput } from '@shared/journal-input'
import type { JournalEntryView } from '@shared/journal'
import {
  defaultMood,
  journalTextFields,
  moods,
  type JournalTextField,
  type Mood,
} from '@shared/journal-fields'
import type { Draft } from '@/lib/drafts'
import type { Loaded } from './journal-queries'

/** How the text in the form relates to what is saved. */
type FormState = {
  /** The saved entry that a save updates; without one, a save creates the entry. */
  base?: Loaded
  /** The draft that the form was filled from. */
  draft?: Draft<unknown>
  /** A saved entry that the form does not show: the user has to choose before they can save. */
  conflict?: JournalEntryView
}

export type FormEvent =
  /** A save was refused because of this entry. */
  | { type: 'conflict found'; entry: JournalEntryView }
  /** The user keeps the text in the form, over the entry that it was in conflict with. */
  | { type: 'text kept' }
  /** The form shows what is saved, in place of a draft or of text in conflict. */
  | { type: 'saved shown'; entry: JournalEntryView | null }

export function formReducer(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'conflict found':
      return { ...state, conflict: event.entry }
    case 'text kept':
      return { base: state.conflict, draft: state.draft }
    case 'saved shown':
      return { base: event.entry ?? undefined }
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

const isSame = (a: JournalEntryInput, b: JournalEntryInput) =>
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
): { values: JournalEntryInput; state: FormState } {
  const saved = valuesOf(day, entry)
  const kept = draft && readDraft(draft.values, saved)
  const values = kept && (hasDate ? kept : { ...kept, entryDate: saved.entryDate })
  const base = entry ?? undefined
  if (!draft || !values || isSame(values, saved)) return { values: saved, state: { base } }
  const isOutdated = entry && draft.base !== entry.updatedAt
  return { values, state: isOutdated ? { draft, conflict: entry } : { draft, base } }
}

/** A stored draft may come from an older version of the app, or have been tampered with. */
function readDraft(kept: unknown, saved: JournalEntryInput): JournalEntryInput | undefined {
  if (!kept || typeof kept !== 'object') return undefined
  const texts = kept as Record<string, unknown>
  const text = (field: string) => (typeof texts[field] === 'string' ? texts[field] : undefined)
  return {
    entryDate: text('entryDate') ?? saved.entryDate,
    mood: moods.includes(texts.mood as Mood) ? (texts.mood as Mood) : saved.mood,
    ...textsOf((field) => text(field) ?? saved[field]),
  }
}

/** Merges both versions: texts that are equal or on one side only once, others one after the other; the form's mood. */
export function bothOf(saved: JournalEntryInput, mine: JournalEntryInput): JournalEntryInput {
  const both = (field: JournalTextField) => {
    const texts = [saved[field], mine[field]].filter((text) => text.trim())
    return [...new Set(texts)].join(field.startsWith('gratitude') ? ' / ' : '\n\n')
  }
  return { ...mine, ...textsOf(both) }
}
