import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { appended } from '@shared/joined-text'
import { entryRecord, hasText } from '@shared/journal'
import { api, nullIfMissing } from '@/lib/api/api'
import { today } from '@/lib/dates/days'
import { draftOf } from '@/lib/saving/drafts'
import { journalQueries } from './journal-queries'
import { entryOf, waitingEntryOf } from './waiting-queries'

/** Always fresh, whatever a screen has loaded before; somebody waits for it. */
const entryOn = (date: string) =>
  queryOptions({
    ...journalQueries.byDate(date),
    queryFn: () => nullIfMissing(api('GET /api/journal-entries/by-date/:date', { date, limitMs: 8_000 })),
    staleTime: 0,
  })

/**
 * Puts each of `said` into the reflection of the draft of today's entry, after what is there, unless the entry has it already;
 * without a draft, after what waits to be sent or is saved.
 * False if this browser does not keep drafts. When the entry cannot be read, the form asks how to join them.
 */
export async function putIntoTodaysDraft(client: QueryClient, userId: string, said: string[]) {
  const day = today()
  const entry = await client.fetchQuery(entryOn(day)).catch(() => null)
  const waiting = waitingEntryOf(client, day)
  const store = draftOf(userId, 'journal', day)
  const draft = store.read()
  const { mood, ...kept } = entryRecord.read(draft?.values)
  // A mood or goals that were chosen for a day may be all that a draft holds.
  const isDraft = draft?.base !== undefined || entryRecord.hasWords(kept)
  const { mood: _, ...saved } = waiting ? entryOf(waiting) : entryRecord.values({ entryDate: day, ...entry })
  // A draft that was not typed on what waits is joined with it, as in the form.
  const isJoined = waiting && draft?.typedOn !== waiting.key
  const { mood: _mood, ...joined } = isJoined ? entryRecord.both(saved, kept) : { mood, ...saved, ...kept }
  const texts = isDraft ? joined : entryRecord.both(saved, { goalIds: kept.goalIds })
  const overallReflection = said
    .filter((words) => !hasText(texts, words))
    .reduce((text, words) => appended(text, words), texts.overallReflection)
  const values = { ...texts, mood, overallReflection }
  store.write(values, isDraft ? draft?.base : (waiting?.base ?? entry)?.updatedAt, {
    typedOn: waiting?.key,
    isPut: !isDraft || draft?.isPut,
  })
  return entryRecord.read(store.read()?.values).overallReflection === values.overallReflection
}
