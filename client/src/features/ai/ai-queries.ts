import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AiSettings } from '@shared/ai-settings'
import { api } from '@/lib/api/api'

export const aiQueries = {
  settings: () => queryOptions({ queryKey: ['ai'], queryFn: () => api('GET /api/ai-settings') }),
}

export const isAiOn = ({ enabled, offForAll }: AiSettings) => enabled && !offForAll

export function useSetAi() {
  const client = useQueryClient()
  return useMutation({
    meta: { failed: 'Failed to save settings' },
    mutationFn: (enabled: boolean) => api('PUT /api/ai-settings', { body: { enabled } }),
    onSuccess: (settings) => client.setQueryData(aiQueries.settings().queryKey, settings),
  })
}
