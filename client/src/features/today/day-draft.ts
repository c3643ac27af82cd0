import { defaultMood, moods } from '@shared/journal-fields'
import { draftOf } from '@/lib/drafts'
import { differInText, firstLineOf, type EntryWords } from './entry-words'

/** What this browser keeps of a day's entry and nobody has saved yet; without a mood if none was chosen. */
export function unsavedDraft(userId: string, day: string, entry: EntryWords | null): EntryWords | undefined {
  const stored = draftOf<EntryWords>(userId, 'journal', day).read()
  // A mood alone, perhaps tapped by a slip, is too little to be announced.
  if (!stored || !(stored.base || firstLineOf(Object(stored.values)))) return undefined
  const draft = stored.values
  const mood = moods.find((mood) => mood === draft.mood) ?? entry?.mood
  const isSame = (mood ?? defaultMood) === (entry?.mood ?? defaultMood) && !differInText(draft, entry ?? {})
  return isSame ? undefined : { ...draft, mood }
}
