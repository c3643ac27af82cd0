import type { QueryClient } from '@tanstack/react-query'
import type { JournalEntryView } from '@shared/journal'
import type { TodayView } from '@shared/today'
import { todayQueries } from '@/features/today/today-queries'
import { journalQueries, type Pages } from './journal-queries'

/** The newest cached version of an entry that other screens have loaded; null if there is none. */
export function knownEntry(
  client: QueryClient,
  isMeant: (entry: JournalEntryView) => boolean,
): JournalEntryView | null {
  const today = client.getQueriesData<TodayView>({ queryKey: todayQueries.all })
  const read = client.getQueriesData<JournalEntryView | null>({
    queryKey: journalQueries.read('').queryKey.slice(0, 2),
  })
  const pages = client.getQueriesData<Pages>({ queryKey: journalQueries.pages().queryKey.slice(0, 2) })
  const entries = [
    ...today.flatMap(([, data]) => data && [data.entry, ...data.onThisDay]),
    ...read.map(([, entry]) => entry),
    ...pages.flatMap(([, data]) => data?.pages.flatMap((page) => page.entries)),
  ]
  return entries
    .filter((entry) => entry != null)
    .filter(isMeant)
    .reduce<JournalEntryView | null>(
      (newest, entry) => (newest && newest.updatedAt > entry.updatedAt ? newest : entry),
      null,
    )
}
