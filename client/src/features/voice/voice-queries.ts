import { queryOptions, useMutation } from '@tanstack/react-query'
import type { GoalFilter } from '@shared/goal-input'
import { goalQueries } from '@/features/goals/goals-queries'
import { journalQueries } from '@/features/journal/journal-queries'
import { api, nullIfMissing } from '@/lib/api'
import { summaryCount } from './prompt-lines'

// Always fresh, whatever a screen has loaded before.
const read = { staleTime: 0, gcTime: 0 }
/** Lisa waits for the answer. */
const limitMs = 8_000

export const voiceQueries = {
  goals: (filter: GoalFilter = {}) =>
    queryOptions({
      ...goalQueries.list(filter),
      queryFn: () => api('GET /api/goals', { query: filter, limitMs }),
      staleTime: 0,
    }),
  entry: (date: string) =>
    queryOptions({
      ...journalQueries.byDate(date),
      queryFn: () => nullIfMissing(api('GET /api/journal-entries/by-date/:date', { date, limitMs })),
      staleTime: 0,
    }),
  recentEntries: (limit: number) =>
    queryOptions({
      queryKey: [...journalQueries.all, 'recent', limit],
      queryFn: () => api('GET /api/journal-entries', { query: { limit }, limitMs }),
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
