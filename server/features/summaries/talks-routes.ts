import { talkEndpoints } from '@shared/talks'
import { serve } from '../../http/serve'
import { rememberTalk } from './remember-talk'
import { talksOf } from './talks-repository'

export const talksRoutes = serve(talkEndpoints, (ctx) => ({
  'GET /api/talks/memory': ({ userId }) => talksOf(ctx.db, userId).memory(),
  'PUT /api/talks/memory': ({ userId, body }) => talksOf(ctx.db, userId).setMemory(body.remember),
  'GET /api/talks': ({ userId, query }) => talksOf(ctx.db, userId).remembered(query.limit),
  'POST /api/talks/:id/said': ({ userId, id, body }) => rememberTalk(ctx, { userId, id, said: body.said }),
  'DELETE /api/talks/:id': ({ userId, id }) => talksOf(ctx.db, userId).forget(id),
}))
