import type { QueryClient } from '@tanstack/react-query'
import { appended } from '@shared/joined-text'
import { entryRecord } from '@shared/journal'
import { today } from '@/lib/days'
import { draftOf } from '@/lib/drafts'
import { voiceQueries } from './voice-queries'

/**
 * Puts `words` into the reflection of the draft of today's entry, after what is there; without a draft, after what is saved.
 * False if this browser does not keep drafts. When the entry cannot be read, the form asks how to join them.
 */
export async function putIntoTodaysDraft(client: QueryClient, userId: string, words: string) {
  const day = today()
  const entry = await client.fetchQuery(voiceQueries.entry(day)).catch(() => null)
  const store = draftOf(userId, 'journal', day)
  const draft = store.read()
  const { mood, ...kept } = entryRecord.read(draft?.values)
  // A mood that was chosen for a day may be all that a draft holds.
  const isDraft = draft?.base !== undefined || entryRecord.hasWords(kept)
  const { mood: _, ...saved } = entryRecord.values({ entryDate: day, ...entry })
  const texts = isDraft ? { ...saved, ...kept } : saved
  const values = { ...texts, mood, overallReflection: appended(texts.overallReflection, words) }
  store.write(values, isDraft ? draft?.base : entry?.updatedAt)
  return entryRecord.read(store.read()?.values).overallReflection === values.overallReflection
}
