import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReminderSettingsInput } from '@shared/reminders'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import { currentUser } from '@/features/auth/use-user'
import { api, ApiError } from '@/lib/api/api'
import { needsRecentSignIn } from '@/lib/api/auth-errors'

const all = ['reminders'] as const

// The form must not be filled from the cache of an earlier visit.
const alwaysRead = { gcTime: 0 }

export const reminderQueries = {
  all,
  settings: () =>
    queryOptions({
      queryKey: [...all, 'settings'],
      meta: { failed: 'Failed to load reminder settings' },
      // Leaving the screen aborts the request, so that a failure is not told elsewhere.
      queryFn: ({ signal }) => api('GET /api/reminder-settings', { signal }),
      ...alwaysRead,
    }),
  latestDeliveries: () =>
    queryOptions({
      queryKey: [...all, 'latest-deliveries'],
      queryFn: () => api('GET /api/reminder-deliveries/latest'),
      // A second component that reads it does not repeat a failed request.
      retryOnMount: false,
      ...alwaysRead,
    }),
  phoneConfirmation: () =>
    queryOptions({
      queryKey: [...all, 'phone-confirmation'],
      queryFn: () => api('GET /api/phone-confirmation'),
      retryOnMount: false,
      ...alwaysRead,
    }),
  /** The server's key and the user's devices; null where notifications are not set up. */
  push: () =>
    queryOptions({
      queryKey: [...all, 'push'],
      queryFn: () =>
        Promise.all([api('GET /api/push-key'), api('GET /api/push-devices')]).then(
          ([{ key }, devices]) => ({ key, devices }),
          nullIfNotSetUp,
        ),
      retryOnMount: false,
      ...alwaysRead,
    }),
}

function nullIfNotSetUp(error: unknown) {
  if (error instanceof ApiError && error.status === 503 && !error.isAway) return null
  throw error
}

export function useSaveReminderSettings() {
  const client = useQueryClient()
  return useMutation({
    meta: {
      done: { title: 'Settings Saved', description: 'Your reminder preferences have been updated' },
      failed: 'Failed to save settings',
    },
    mutationFn: (settings: ReminderSettingsInput) => api('PUT /api/reminder-settings', { body: settings }),
    onSuccess: async (saved) => {
      // An answer from before the save must not come after it.
      await client.cancelQueries({ queryKey: reminderQueries.settings().queryKey })
      client.setQueryData(reminderQueries.settings().queryKey, saved)
      client.setQueryData(currentUser.queryKey, (user) => user && { ...user, timezone: saved.timezone })
      return Promise.all([
        client.invalidateQueries({ queryKey: reminderQueries.phoneConfirmation().queryKey }),
        // The streak and the week depend on which day is today, and so on the timezone.
        client.invalidateQueries({ queryKey: analyticsQueries.all }),
      ])
    },
  })
}

export const useTestReminder = () =>
  useMutation({
    meta: {
      done: { title: 'Test Sent', description: 'Check your email for the test reminder' },
      failed: 'Failed to send test reminder',
    },
    mutationFn: () => api('POST /api/test-reminder'),
  })

export const useTestSms = (onSuccess: () => void) =>
  useMutation({
    onSuccess,
    meta: {
      done: { title: 'Test SMS Sent', description: 'Check your phone for the test message' },
      failed: 'Failed to send test SMS',
    },
    mutationFn: () => api('POST /api/test-sms'),
  })

export function useConfirmNumber() {
  const client = useQueryClient()
  return useMutation({
    meta: {
      done: { title: 'Number Confirmed', description: 'Text reminders now go to this number' },
      failed: (error) => (needsRecentSignIn(error) ? '' : 'Failed to confirm number'),
    },
    mutationFn: (code: string) => api('PUT /api/phone-confirmation', { body: { code } }),
    onSuccess: () => client.setQueryData(reminderQueries.phoneConfirmation().queryKey, { confirmed: true }),
  })
}
