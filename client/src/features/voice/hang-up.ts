import { api } from '@/lib/api'
import type { VoiceUsage } from './voice-usage'

/** Ends the talk at the provider, also while the page goes. If this does not arrive, the server does so later. */
export function hangUp(talkId: string | undefined, usage: VoiceUsage | undefined) {
  api('DELETE /api/voice/calls', { body: { talkId, usage }, keepalive: true }).catch(() => {})
}
