import type { JournalEntryInput, JournalEntryView } from '@shared/journal'
import {
  defaultMood,
  journalTextFields,
  moods,
  type JournalTextField,
  type Mood,
} from '@shared/journal-fields'
import type { Draft } from '@/lib/drafts'
import type { Loaded } from './journal-queries'

/** What the form begins with. */
export type Start = {
  values: JournalEntryInput
  /** The saved entry that the words belong to. */
  base?: Loaded
  /** Set when the words are a draft that was kept. */
  draft?: Draft<unknown>
  /** The saved entry, when it is not the one that the draft was written over. */
  conflict?: JournalEntryView
}

const textsOf = (text: (field: JournalTextField) => unknown) =>
  Object.fromEntries(journalTextFields.map((field) => [field, text(field) ?? ''])) as Record<
    JournalTextField,
    string
  >

/** The form's values of a saved entry, or of a day without one: missing texts are empty, a missing mood is neutral. */
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

/** A draft that was kept goes before what is saved, unless it says the same. */
export function startOf(
  day: string,
  entry: JournalEntryView | null,
  draft: Draft<unknown> | undefined,
): Start {
  const saved = valuesOf(day, entry)
  const values = draft && readDraft(draft.values, saved)
  if (!draft || !values || isSame(values, saved)) return { values: saved, base: entry ?? undefined }
  const conflict = entry && draft.base !== entry.updatedAt ? entry : undefined
  return { values, base: entry && !conflict ? entry : undefined, draft, conflict }
}

/** What the browser kept may be of an older version of the app, or tampered with. */
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

/** Both versions in one: equal and one-sided texts once, others one after the other. The mood is the form's. */
export function bothOf(saved: JournalEntryInput, mine: JournalEntryInput): JournalEntryInput {
  const both = (field: JournalTextField) => {
    const parts = [saved[field], mine[field]].filter((text) => text.trim())
    return [...new Set(parts)].join(field.startsWith('gratitude') ? ' / ' : '\n\n')
  }
  return { ...mine, ...textsOf(both) }
}
