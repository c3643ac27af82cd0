import { randomUUID } from 'node:crypto'
import { voiceEndpoints } from '@shared/voice'
import { AppError } from '../../http/errors'
import { serve } from '../../http/serve'
import { ProviderError } from '../../senders/provider-error'

export const voiceRoutes = serve(voiceEndpoints, ({ voiceKeys, log }) => ({
  'POST /api/voice/ephemeral-key': async ({ userId, uses }) => {
    if (!voiceKeys) throw new AppError(503, 'Voice is not set up on this server')
    await uses.take(userId)
    try {
      return { ...(await voiceKeys.create()), talkId: randomUUID(), seconds: 15 * 60 }
    } catch (error) {
      // Only keys that the provider gave count.
      await uses.giveBack(userId)
      if (error instanceof ProviderError)
        log.warn({ code: error.code, reason: error.message }, 'Voice provider gave no key')
      throw error
    }
  },
  'POST /api/voice/calls': () => {
    throw new AppError(503, 'Voice is not set up on this server')
  },
  'DELETE /api/voice/calls': () => {},
}))
