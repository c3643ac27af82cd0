import * as z from 'zod/mini'
import { inputOf, replacementOf } from '../record-input'
import { entryRecord } from './entry'

export const journalEntryInput = inputOf(entryRecord).register(z.globalRegistry, { id: 'JournalEntryInput' })
export type JournalEntryInput = z.infer<typeof journalEntryInput>

/** Replaces an entry. */
export const journalEntryReplacement = replacementOf(entryRecord)
