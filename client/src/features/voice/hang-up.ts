import type { EndOfTalk } from '@shared/voice'
import { api } from '@/lib/api/api'

/**
 * Ends the talk at the provider, also while the page goes. Without a connection it does so when there is one again: until
 * then the minutes go on. If this does not arrive either, the server does so at the limit.
 */
export function hangUp(told: EndOfTalk) {
  const end = () => api('DELETE /api/voice/calls', { body: told, keepalive: true })
  const endLater = () => void end().catch(() => {})
  end().catch(() => {
    // Without its id it could be the next talk that ends.
    if (told.talkId) window.addEventListener('online', endLater, { once: true })
  })
}
