import { talkEndpoints } from '@shared/talks'
import { serve } from '../../http/serve'
import { rememberTalk } from './remember-talk'
import { talksOf } from './talks-repository'

export const talksRoutes = serve(talkEndpoints, (ctx) => ({
  'GET /api/talks/memory': async ({ userId }) => ({
    ...(await talksOf(ctx.db, userId).memory()),
    isSummarised: Boolean(ctx.textModel),
  }),
  'PUT /api/talks/memory': async ({ userId, body }) => ({
    ...(await talksOf(ctx.db, userId).setMemory(body)),
    isSummarised: Boolean(ctx.textModel),
  }),
  'GET /api/talks': ({ userId, query }) => talksOf(ctx.db, userId).remembered(query, ctx.now()),
  'POST /api/talks/:id/said': ({ userId, id, body }) => rememberTalk(ctx, { userId, id, said: body.said }),
  'PATCH /api/talks/:id': ({ userId, id, body }) => talksOf(ctx.db, userId).change(id, body, ctx.now()),
  'DELETE /api/talks/:id': ({ userId, id }) => talksOf(ctx.db, userId).forget(id),
}))
