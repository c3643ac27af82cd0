import { aiEndpoints } from '@shared/ai-settings'
import { serve } from '../../http/serve'
import { endTalkOf } from '../voice/end-talks'
import { aiHosts } from './ai-hosts'
import { aiOf } from './ai-repository'

export const aiRoutes = serve(aiEndpoints, (ctx) => {
  const { db, env } = ctx
  const forAll = { ...aiHosts(env), ...(!env.aiOn && { offForAll: true as const }) }
  return {
    'GET /api/ai-settings': async ({ userId }) => ({ ...(await aiOf(db, userId).settings()), ...forAll }),
    'PUT /api/ai-settings': async ({ userId, body: { enabled } }) => {
      const settings = await aiOf(db, userId).setEnabled(enabled)
      if (!enabled) await endTalkOf(ctx, userId)
      return { ...settings, ...forAll }
    },
  }
})
