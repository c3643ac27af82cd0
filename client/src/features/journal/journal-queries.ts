import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import type { EntryFilter, JournalEntryView } from '@shared/journal'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { todayQueries } from '@/features/today/today-queries'
import { api, apiList, nullIfMissing } from '@/lib/api/api'
import { orKept, withKept } from '@/lib/device/use-kept'
import { dayAfter } from './months'

/** Also the number of entries that lib/device/kept-copies.ts keeps. */
export const pageSize = 30
const all = ['journal-entries'] as const
const allPages = [...all, 'pages'] as const
const allRead = [...all, 'read'] as const

// A form must not be filled from the cache of an earlier visit.
const alwaysRead = { gcTime: 0 }

/** `total` is how many entries the search for `q` finds. */
type Page = { q: string; entries: JournalEntryView[]; total: number | undefined }
export type Pages = InfiniteData<Page>

export const journalQueries = {
  all,
  /** The journal, newest first, in batches: all of it, from a month on, or what a search finds. */
  pages: ({ q = '', month }: { q?: string; month?: string } = {}) =>
    infiniteQueryOptions({
      queryKey: [...allPages, { q, month }],
      queryFn: async ({ pageParam, signal }): Promise<Page> => {
        const query: EntryFilter = { q, limit: pageSize, before: pageParam }
        const { rows, total } = await apiList('GET /api/journal-entries', { query, signal })
        if (!q && !pageParam) void withKept((kept) => kept.renewEntries(rows))
        return { q, entries: rows, total }
      },
      initialPageParam: month && dayAfter(month),
      getNextPageParam: ({ entries }) => (entries.length < pageSize ? undefined : entries.at(-1)?.entryDate),
      // The list is as it was when its reader comes back from an hour of writing.
      gcTime: 3_600_000,
      // What is on the screen stays until something has been found.
      placeholderData: q ? keepPreviousData : undefined,
    }),
  /** The entry of a day, to be read; null if there is none. */
  read: (date: string) =>
    queryOptions({
      queryKey: [...allRead, date],
      queryFn: () => nullIfMissing(api('GET /api/journal-entries/by-date/:date', { date })),
    }),
  months: () =>
    queryOptions({ queryKey: [...all, 'months'], queryFn: () => api('GET /api/journal-entries/months') }),
  entry: (id: string) =>
    queryOptions({
      queryKey: [...all, 'entry', id],
      queryFn: () =>
        nullIfMissing(api('GET /api/journal-entries/:id', { id })).catch(
          orKept(({ entries }) => entries.find((entry) => entry.id === id)),
        ),
      ...alwaysRead,
    }),
  byDate: (date: string) =>
    queryOptions({
      queryKey: [...all, 'by-date', date],
      queryFn: () =>
        nullIfMissing(api('GET /api/journal-entries/by-date/:date', { date })).catch(
          orKept(({ entries }) => entries.find(({ entryDate }) => entryDate === date)),
        ),
      ...alwaysRead,
    }),
}

/** How Home reloads its day: from the start, or, after a press on Home, with the old data shown meanwhile. */
type Renew = 'resetQueries' | 'invalidateQueries'

/** Shows the entry in the lists that have it, and updates those kept on this device. */
export function afterSave(client: QueryClient, saved: JournalEntryView, renew: Renew = 'resetQueries') {
  void withKept((kept) => kept.entrySeen(saved))
  changeEntries(client, (entries) => entries.map((entry) => (entry.id === saved.id ? saved : entry)))
  return refreshJournal(client, renew)
}

/** Changes the lists that have been loaded, until they are refetched. */
export const changeEntries = (
  client: QueryClient,
  change: (entries: JournalEntryView[]) => JournalEntryView[],
) =>
  client.setQueriesData(
    { queryKey: allPages },
    (journal: Pages | undefined) =>
      journal && {
        ...journal,
        pages: journal.pages.map((page) => ({ ...page, entries: change(page.entries) })),
      },
  )

/** After a change the list and the figures computed from it are refetched; Home and reading show nothing outdated meanwhile. */
export async function refreshJournal(client: QueryClient, renew: Renew = 'resetQueries') {
  await Promise.all([
    client[renew]({ queryKey: todayQueries.all }),
    client.resetQueries({ queryKey: allRead }),
    client.invalidateQueries({ queryKey: allPages }),
    client.invalidateQueries({ queryKey: journalQueries.months().queryKey }),
    client.invalidateQueries({ queryKey: analyticsQueries.all }),
  ])
}
