import { shortened } from '../text'
import { type EntryRow, entryRecord } from './entry'

const longestFirstLine = 200

/** The first line of `text`, without spaces around it and not longer than a quotation may be. */
export const firstLineIn = (text: string): string =>
  shortened(text.trim().split('\n')[0] ?? '', longestFirstLine)

/** The first line of the first text that has words, in the order of the form; '' if none has. */
export const quotedLineOf = (entry: EntryRow): string =>
  firstLineIn(entryRecord.texts.map((field) => entry[field] ?? '').find((text) => text.trim()) ?? '')
