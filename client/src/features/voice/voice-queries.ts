import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { addDays } from '@shared/dates'
import type { GoalFilter } from '@shared/goals'
import type { EntryFilter } from '@shared/journal'
import type { RememberedTalk, TalkChange, TalkMemory, TalkMemoryInput } from '@shared/talks'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { goalQueries } from '@/features/goals/goals-queries'
import { journalQueries } from '@/features/journal/journal-queries'
import { api, ApiError, isMissing, nullIfMissing } from '@/lib/api/api'
import { today } from '@/lib/dates/days'
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
      // As long as a talk: a tool looks a goal up in them when the server is out of reach.
      gcTime: 3_600_000,
    }),
  /** The days of each goal in a year, and the last day of those that have earlier ones only. */
  activity: () =>
    queryOptions({
      queryKey: [...goalQueries.all, 'activity', today()],
      queryFn: () => {
        const query = { from: addDays(today(), -364), to: addDays(today(), 1), earlier: 'true' } as const
        return api('GET /api/goals/activity', { query, limitMs })
      },
      ...read,
    }),
  lastSevenDays: () =>
    queryOptions({
      queryKey: [...analyticsQueries.all, 'last-seven-days', today()],
      queryFn: () => {
        const query = { from: addDays(today(), -6), to: today() }
        return api('GET /api/analytics/days', { query, limitMs })
      },
      ...read,
    }),
  streak: () => ({ ...analyticsQueries.streak(today()), staleTime: 0 }),
  entries: (query: EntryFilter) =>
    queryOptions({
      queryKey: [...journalQueries.all, 'for-lisa', query],
      queryFn: () => api('GET /api/journal-entries', { query, limitMs }),
      ...read,
    }),
  /** The entry of a day; null if there is none. */
  entryOf: (date: string) =>
    queryOptions({
      queryKey: [...journalQueries.all, 'for-lisa', date],
      queryFn: () => nullIfMissing(api('GET /api/journal-entries/by-date/:date', { date, limitMs })),
      ...read,
    }),
  summaries: () =>
    queryOptions({
      queryKey: ['daily-summaries', 'recent'],
      queryFn: () => api('GET /api/daily-summaries/recent', { query: { limit: summaryCount } }),
      ...read,
    }),
}

/** Whom the operator names for help, and the country of the phone, which Settings may just have changed. */
export const helpQuery = queryOptions({
  queryKey: ['voice', 'help'],
  queryFn: () => api('GET /api/voice/help'),
  staleTime: 0,
})

export const talkQueries = {
  memory: () =>
    queryOptions({
      queryKey: ['talks', 'memory'],
      queryFn: () => api('GET /api/talks/memory', { limitMs }),
      ...read,
    }),
  /** What Lisa remembers, newest first. */
  remembered: () =>
    queryOptions({
      queryKey: ['talks', 'remembered'],
      queryFn: () => api('GET /api/talks', { limitMs }),
      ...read,
    }),
}

const settingMemory = ['set memory']

/** What Lisa may read in a talk that begins now: nothing that the user may just have switched off. */
export const mayRead = async (client: QueryClient): Promise<Pick<TalkMemory, 'remember' | 'readsJournal'>> =>
  client.isMutating({ mutationKey: settingMemory })
    ? { remember: false, readsJournal: false }
    : client.fetchQuery(talkQueries.memory())

/** What the instructions of the next talk may tell of earlier ones; nothing while that is switched off. */
export async function talksToRead(client: QueryClient): Promise<RememberedTalk[]> {
  const { remember } = await mayRead(client)
  return remember ? client.fetchQuery(talkQueries.remembered()) : []
}

export function useSetMemory() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: settingMemory,
    meta: { failed: 'Failed to save settings' },
    // One after the other: an answer to the first does not undo the second on the screen.
    scope: { id: 'memory' },
    mutationFn: (change: TalkMemoryInput) => api('PUT /api/talks/memory', { body: change }),
    onSuccess: (memory) => client.setQueryData(talkQueries.memory().queryKey, memory),
  })
}

const removeTalk = (client: QueryClient, id: string) =>
  client.setQueryData(talkQueries.remembered().queryKey, (talks) => talks?.filter((talk) => talk.id !== id))

export function useForgetTalk(id: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { failed: 'Failed to forget the talk' },
    mutationFn: () => api('DELETE /api/talks/:id', { id }),
    onSuccess: () => removeTalk(client, id),
  })
}

/** Whether the intention was changed elsewhere meanwhile. */
export const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409

export function useChangeTalk(id: string) {
  const client = useQueryClient()
  const { queryKey } = talkQueries.remembered()
  return useMutation({
    meta: {
      failed: (error) =>
        isMissing(error)
          ? 'This talk is forgotten'
          : isConflict(error)
            ? 'This was changed elsewhere meanwhile'
            : 'Failed to save the change',
    },
    // One after the other: an answer to the first does not undo the second on the screen.
    scope: { id },
    mutationFn: (change: TalkChange) => api('PATCH /api/talks/:id', { id, body: change }),
    onSuccess: (changed) =>
      client.setQueryData(queryKey, (talks) => talks?.map((talk) => (talk.id === id ? changed : talk))),
    onError: async (error) => {
      // Another window has forgotten it, or it has ended.
      if (isMissing(error)) removeTalk(client, id)
      if (isConflict(error)) await client.invalidateQueries({ queryKey })
    },
  })
}

/** Goes on when the page is left. */
export const tellWhatWasSaid = (id: string, said: string) =>
  api('POST /api/talks/:id/said', { id, body: { said }, keepalive: true })

/** Not cached, because the answer contains a key. */
export const useCreateVoiceKey = () =>
  useMutation({ mutationFn: () => api('POST /api/voice/ephemeral-key', { body: {} }), gcTime: 0 })
