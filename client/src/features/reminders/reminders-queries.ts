import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LatestDeliveriesView, ReminderSettingsInput, ReminderSettingsView } from '@shared/reminders'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { currentUser } from '@/features/auth/use-user'
import { api } from '@/lib/api'

const all = ['reminders'] as const

// Settings must not open on what an earlier visit left in the cache.
const alwaysRead = { gcTime: 0 }

export const reminderQueries = {
  all,
  settings: () =>
    queryOptions({
      queryKey: [...all, 'settings'],
      queryFn: () => api.get<ReminderSettingsView>('/api/reminder-settings'),
      ...alwaysRead,
    }),
  latestDeliveries: () =>
    queryOptions({
      queryKey: [...all, 'latest-deliveries'],
      queryFn: () => api.get<LatestDeliveriesView>('/api/reminder-deliveries/latest'),
      // One who looks at it does not ask again what could not be told.
      retryOnMount: false,
      ...alwaysRead,
    }),
}

export function useSaveReminderSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (settings: ReminderSettingsInput) =>
      api.put<ReminderSettingsView>('/api/reminder-settings', settings),
    onSuccess: (saved) => {
      client.setQueryData(reminderQueries.settings().queryKey, saved)
      client.setQueryData(currentUser.queryKey, (user) => user && { ...user, timezone: saved.timezone })
      // Which day is today, and so what is counted, depends on the timezone.
      return client.invalidateQueries({ queryKey: analyticsQueries.all })
    },
  })
}

export const useTestReminder = () => useMutation({ mutationFn: () => api.post('/api/test-reminder') })

export const useTestSms = () => useMutation({ mutationFn: () => api.post('/api/test-sms') })
