import { type EntryRow, readingOrder } from '@shared/journal'

/** What is shown of a saved entry or of a draft. */
export type EntryWords = EntryRow

/** The first line that was written, beginning with what happened; '' if there is none. */
export const firstLineOf = (entry: EntryWords): string =>
  readingOrder.map((field) => entry[field]?.trim().split('\n')[0]).find(Boolean) ?? ''
