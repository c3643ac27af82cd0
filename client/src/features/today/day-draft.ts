import type { JournalEntryView } from '@shared/journal'
import { defaultMood, moods } from '@shared/journal-fields'
import { isMoodAlone } from '@/features/journal/journal-values'
import { draftOf } from '@/lib/drafts'
import { differInText, type EntryWords } from './entry-words'

/** What this browser keeps of a day's entry and nobody has saved yet; without a mood if none was chosen. */
export function unsavedDraft(
  userId: string,
  day: string,
  entry: JournalEntryView | null,
): EntryWords | undefined {
  const stored = draftOf<EntryWords>(userId, 'journal', day).read()
  if (!stored || isMoodAlone(stored)) return undefined
  const draft = stored.values
  const mood = moods.find((mood) => mood === draft.mood) ?? entry?.mood
  const isSame = (mood ?? defaultMood) === (entry?.mood ?? defaultMood) && !differInText(draft, entry ?? {})
  return isSame ? undefined : { ...draft, mood }
}
