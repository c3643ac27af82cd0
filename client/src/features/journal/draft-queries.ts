import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { appended } from '@shared/joined-text'
import { entryRecord, type EntryValues, filledIn, hasText } from '@shared/journal'
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
 * Puts each of `said` into the reflection of the draft of today's entry, after what is there, unless the entry has it already.
 * False if this browser does not keep drafts.
 */
export const putIntoTodaysDraft = (client: QueryClient, userId: string, said: string[]) =>
  putIntoDraft(client, userId, today(), (texts) => withSaid(texts, said))

/** The same, but puts all of a review whose title is not there yet: another one may have asked the same questions. */
export const putReviewIntoTodaysDraft = (
  client: QueryClient,
  userId: string,
  review: [string, ...string[]],
) =>
  putIntoDraft(client, userId, today(), (texts) =>
    withSaid(texts, hasText(texts, review[0]) ? review : [review.join('\n\n')]),
  )

const withSaid = (texts: EntryValues, said: string[]): EntryValues => ({
  ...texts,
  overallReflection: said
    .filter((words) => !hasText(texts, words))
    .reduce((text, words) => appended(text, words), texts.overallReflection),
})

/** Adds a proposal to the draft of its day's entry; saving the entry dismisses it. False if this browser keeps no drafts. */
export const putProposalIntoDraft = (
  client: QueryClient,
  userId: string,
  proposal: string,
  { entryDate = today(), ...words }: Partial<EntryValues>,
) => putIntoDraft(client, userId, entryDate, (texts) => filledIn(texts, words), proposal)

/**
 * Changes the draft of a day's entry; without a draft, what waits to be sent or is saved.
 * When the entry cannot be read, the form asks how to join them.
 */
async function putIntoDraft(
  client: QueryClient,
  userId: string,
  day: string,
  change: (values: EntryValues) => EntryValues,
  proposal?: string,
): Promise<boolean> {
  const entry = await client.fetchQuery(entryOn(day)).catch(() => null)
  const waiting = waitingEntryOf(client, day)
  const store = draftOf(userId, 'journal', day)
  const draft = store.read()
  const proposals = [...new Set([...(waiting?.proposals ?? []), ...(draft?.proposals ?? [])])]
  if (proposal) {
    // Its words are there, perhaps as the user has changed them.
    if (proposals.includes(proposal)) return true
    proposals.push(proposal)
  }
  const { mood: chosen, ...kept } = entryRecord.read(draft?.values)
  // A mood or goals that were chosen for a day may be all that a draft holds.
  const isDraft = draft?.base !== undefined || entryRecord.hasWords(kept)
  const { mood: before, ...saved } = waiting
    ? entryOf(waiting)
    : entryRecord.values({ entryDate: day, ...entry })
  // A draft that was not typed on what waits is joined with it, as in the form.
  const isJoined = waiting && draft?.typedOn !== waiting.key
  const joined = isJoined ? entryRecord.both(saved, kept) : { ...saved, ...kept }
  const texts = isDraft ? joined : entryRecord.both(saved, { goalIds: kept.goalIds })
  const changed = change({ ...texts, mood: chosen || before })
  // A mood that is saved already is not chosen anew.
  const values = { ...changed, mood: changed.mood === before ? chosen : changed.mood }
  return store.write(values, isDraft ? draft?.base : (waiting?.base ?? entry)?.updatedAt, {
    typedOn: waiting?.key,
    isPut: !isDraft || draft?.isPut,
    proposals: proposals.length ? proposals : undefined,
  })
}
