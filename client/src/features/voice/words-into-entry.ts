import type { QueryClient } from '@tanstack/react-query'
import type { JournalEntryView } from '@shared/journal'
import { journalTextFields, type JournalTextField } from '@shared/journal-fields'
import { today } from '@/lib/days'
import { draftOf, type Draft } from '@/lib/drafts'
import { voiceQueries } from './voice-queries'

/** As the forms of the journal keep it: without a mood if none was chosen. */
type DraftValues = Partial<Record<JournalTextField | 'mood' | 'entryDate', string>>

/**
 * Puts `words` into the reflection of the draft of today's entry, after what is there; without a draft, after what is saved.
 * False if this browser does not keep drafts. When the entry cannot be read, the form asks how to join them.
 */
export async function putIntoTodaysDraft(client: QueryClient, userId: string, words: string) {
  const day = today()
  const entry = await client.fetchQuery(voiceQueries.entry(day)).catch(() => null)
  const store = draftOf<DraftValues>(userId, 'journal', day)
  const draft = store.read()
  const { values, base } = draft && holdsText(draft) ? draft : fromEntry(day, entry, draft)
  const overallReflection = joined(values.overallReflection ?? entry?.overallReflection ?? '', words)
  store.write({ ...values, overallReflection }, base)
  return store.read()?.values.overallReflection === overallReflection
}

const holdsText = ({ values, base }: Draft<DraftValues>) =>
  base !== undefined || journalTextFields.some((field) => values[field]?.trim())

/** A mood that was chosen for a day is all that such a draft holds. */
function fromEntry(day: string, entry: JournalEntryView | null, draft?: Draft<DraftValues>) {
  const texts = journalTextFields.map((field) => [field, entry?.[field] ?? ''])
  const values: DraftValues = { ...Object.fromEntries(texts), entryDate: day }
  if (draft?.values.mood) values.mood = draft.values.mood
  return { values, base: entry?.updatedAt }
}

function joined(before: string, words: string): string {
  // As whole paragraphs: a "yes" is not in "yesterday".
  if (`\n\n${before}\n\n`.includes(`\n\n${words}\n\n`)) return before
  return before.trim() ? `${before}\n\n${words}` : words
}
