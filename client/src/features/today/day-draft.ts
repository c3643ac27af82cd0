import { entryRecord } from '@shared/journal'
import { draftOf } from '@/lib/saving/drafts'
import type { EntryWords } from './entry-line'

/** What this browser keeps of a day's entry and nobody has saved yet; without a mood if none was chosen. */
export function unsavedDraft(userId: string, day: string, entry: EntryWords | null): EntryWords | undefined {
  const stored = draftOf(userId, 'journal', day).read()
  if (!stored) return undefined
  const draft = entryRecord.read(stored.values)
  // A mood alone, perhaps tapped by a slip, is too little to be announced.
  if (!stored.base && !entryRecord.hasWords(draft) && !entryRecord.hasLinks(draft)) return undefined
  const { mood, entryDate, goalIds } = entryRecord.values(entry ?? {})
  const words = { goalIds, ...draft, mood: draft.mood || mood, entryDate }
  return entryRecord.isSame(words, entry ?? {}) ? undefined : words
}
