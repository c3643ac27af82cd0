import type { QueryClient } from '@tanstack/react-query'
import { reminderQueries } from '@/features/reminders/reminders-queries'
import { notificationsOf } from '@/lib/device/notifications'

/** An installed app may stay open for weeks, so a confirmation holds for this time only. */
const confirmedForMs = 12 * 3_600_000

/** Confirms to the server that this device gets notifications, if it does: at the start, and again when the app is returned to. */
export function watchNotifications(client: QueryClient, userId: string, signal: AbortSignal) {
  if (!('PushManager' in window)) return
  let isDueAt = 0
  async function confirm() {
    if (document.hidden || Date.now() < isDueAt) return
    isDueAt = Date.now() + confirmedForMs
    try {
      if (await notificationsOf(userId).confirm())
        await client.invalidateQueries({ queryKey: reminderQueries.push().queryKey })
    } catch {
      isDueAt = 0
    }
  }
  void confirm()
  document.addEventListener('visibilitychange', () => void confirm(), { signal })
}
