import { queryOptions, useMutation } from '@tanstack/react-query'
import type { JournalEntryView } from '@shared/journal'
import { goalQueries } from '@/features/goals/goals-queries'
import { journalQueries } from '@/features/journal/journal-queries'
import { api } from '@/lib/api'
import { summaryCount, type RecentSummary } from './voice-prompt'

// Always fresh, whatever a screen has loaded before.
const read = { staleTime: 0, gcTime: 0 }

export const voiceQueries = {
  goals: (filter?: Parameters<typeof goalQueries.list>[0]) => ({ ...goalQueries.list(filter), staleTime: 0 }),
  entry: journalQueries.byDate,
  recentEntries: (limit: number) =>
    queryOptions({
      queryKey: [...journalQueries.all, 'recent', limit],
      queryFn: () => api.get<JournalEntryView[]>('/api/journal-entries', { limit }),
      ...read,
    }),
  summaries: () =>
    queryOptions({
      queryKey: ['daily-summaries', 'recent'],
      queryFn: () => api.get<RecentSummary[]>('/api/daily-summaries/recent', { limit: summaryCount }),
      ...read,
    }),
}

/** Not cached, because the answer contains a key. */
export const useCreateVoiceKey = () =>
  useMutation({ mutationFn: () => api.post<unknown>('/api/voice/ephemeral-key', {}), gcTime: 0 })
