import { queryOptions, useMutation } from '@tanstack/react-query'
import { goalQueries } from '@/features/goals/goals-queries'
import { journalQueries } from '@/features/journal/journal-queries'
import { api } from '@/lib/api'
import { summaryCount } from './prompt-lines'

// Always fresh, whatever a screen has loaded before.
const read = { staleTime: 0, gcTime: 0 }

export const voiceQueries = {
  goals: (filter?: Parameters<typeof goalQueries.list>[0]) => ({ ...goalQueries.list(filter), staleTime: 0 }),
  entry: journalQueries.byDate,
  recentEntries: (limit: number) =>
    queryOptions({
      queryKey: [...journalQueries.all, 'recent', limit],
      queryFn: () => api('GET /api/journal-entries', { query: { limit } }),
      ...read,
    }),
  summaries: () =>
    queryOptions({
      queryKey: ['daily-summaries', 'recent'],
      queryFn: () => api('GET /api/daily-summaries/recent', { query: { limit: summaryCount } }),
      ...read,
    }),
}

/** Not cached, because the answer contains a key. */
export const useCreateVoiceKey = () =>
  useMutation({ mutationFn: () => api('POST /api/voice/ephemeral-key', { body: {} }), gcTime: 0 })
