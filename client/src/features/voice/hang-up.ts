import { api } from '@/lib/api/api'
import type { VoiceUsage } from './voice-usage'

/**
 * Ends the talk at the provider, also while the page goes. Without a connection it does so when there is one again: until
 * then the minutes go on. If this does not arrive either, the server does so at the limit.
 */
export function hangUp(talkId: string | undefined, usage: VoiceUsage | undefined) {
  const end = () => api('DELETE /api/voice/calls', { body: { talkId, usage }, keepalive: true })
  const endLater = () => void end().catch(() => {})
  end().catch(() => {
    // Without its id it could be the next talk that ends.
    if (talkId) window.addEventListener('online', endLater, { once: true })
  })
}
