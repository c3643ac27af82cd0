import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useUser } from '@/features/auth/use-user'
import { api, nullIfMissing } from '@/lib/api/api'
import { notificationsOf } from '@/lib/device/notifications'
import { reminderQueries } from './reminders-queries'

/** The id of this device; null if the user has notifications switched off here. */
export const thisDevice = (userId: string) =>
  queryOptions({
    queryKey: [...reminderQueries.push().queryKey, 'this device'],
    queryFn: async () => (await notificationsOf(userId).deviceId()) ?? null,
    gcTime: 0,
  })

type On = { key: string; permission: Promise<NotificationPermission> }

/** Switches notifications on here; off without variables. */
export function useSwitchNotifications() {
  const client = useQueryClient()
  const { id } = useUser()
  const notifications = notificationsOf(id)
  return useMutation({
    mutationFn: (on: On | undefined) =>
      on ? notifications.switchOn(on.key, on.permission) : notifications.switchOff(),
    // One after the other, so that this device is never taken for another one.
    async onSettled(_data, _error, on) {
      const queries = [thisDevice(id), reminderQueries.push()]
      for (const { queryKey } of on ? queries : queries.reverse())
        await client.invalidateQueries({ queryKey, exact: true })
    },
  })
}

export function useRemoveDevice(id: string) {
  const refresh = useRefresh()
  return useMutation({
    meta: { done: 'That device is removed', failed: 'Failed to remove that device' },
    // One that has gone in the meantime only leaves the list.
    mutationFn: () => nullIfMissing(api('DELETE /api/push-devices/:id', { id })),
    onSettled: refresh,
  })
}

export function useTestNotification() {
  const refresh = useRefresh()
  return useMutation({
    meta: {
      done: { title: 'Test Sent', description: 'Check your devices for the notification' },
      failed: 'Failed to send test notification',
    },
    mutationFn: () => api('POST /api/test-push'),
    // A device whose subscription has ended is found when something is sent to it.
    onSettled: () => void refresh(),
  })
}

function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: reminderQueries.push().queryKey })
}
