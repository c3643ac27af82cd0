import { journalTextFields, readingOrder, type JournalTextField, type Mood } from '@shared/journal-fields'

/** What is shown of a saved entry or of a draft. */
export type EntryWords = Partial<Record<JournalTextField, string>> & { mood?: Mood }

/** The first line that was written, beginning with what happened; '' if there is none. */
export function firstLineOf(entry: EntryWords): string {
  const lines = readingOrder.map((field) => textOf(entry, field).trim().split('\n')[0])
  return lines.find(Boolean) ?? ''
}

/** Whether two versions of an entry differ in a text. */
export const differInText = (a: EntryWords, b: EntryWords): boolean =>
  journalTextFields.some((field) => textOf(a, field) !== textOf(b, field))

/** A stored draft may come from an older version of the app, or have been tampered with. */
const textOf = (entry: EntryWords, field: JournalTextField) => {
  const text: unknown = entry[field]
  return typeof text === 'string' ? text : ''
}
