import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ProposalView } from '@shared/proposals'
import { afterSave as afterGoal } from '@/features/goals/goals-queries'
import { afterSave as afterEntry } from '@/features/journal/journal-queries'
import { api, ConnectionError, isMissing, messageOf } from '@/lib/api/api'

export const proposalQueries = {
  list: () =>
    queryOptions({
      queryKey: ['proposals'],
      queryFn: ({ signal }) => api('GET /api/proposals', { signal }),
      // Each visit asks anew: one may have been saved from its form.
      gcTime: 0,
    }),
}

const leaveOut = (client: QueryClient, id: string) =>
  client.setQueryData(proposalQueries.list().queryKey, (all) => all?.filter((other) => other.id !== id))

const goneElsewhere = 'It was saved or dismissed elsewhere, or its seven days are over.'
const limitMs = 60_000

export function useAccept({ id }: ProposalView, what: string) {
  const client = useQueryClient()
  return useMutation({
    meta: {
      done: { title: 'Saved', description: what },
      failed(error) {
        if (isMissing(error)) return `Not saved. ${goneElsewhere}`
        return error instanceof ConnectionError
          ? `It is not known whether this was saved. ${messageOf(error)} Nothing is saved twice.`
          : `Not saved. ${messageOf(error)}`
      },
    },
    mutationFn: () => api('POST /api/proposals/:id/accept', { id, body: {}, limitMs }),
    onSuccess(row) {
      leaveOut(client, id)
      // The card of today stays as it is meanwhile, and the focus in it.
      void ('entryDate' in row ? afterEntry(client, row, 'invalidateQueries') : afterGoal(client, row))
    },
    onError: (error) => void (isMissing(error) && leaveOut(client, id)),
  })
}

export function useDismiss({ id }: ProposalView) {
  const client = useQueryClient()
  return useMutation({
    meta: {
      done: 'Dismissed. Nothing was saved.',
      failed: (error) => (isMissing(error) ? goneElsewhere : `Not dismissed. ${messageOf(error)}`),
    },
    mutationFn: () => api('DELETE /api/proposals/:id', { id, limitMs }),
    onSuccess: () => void leaveOut(client, id),
    onError: (error) => void (isMissing(error) && leaveOut(client, id)),
  })
}
