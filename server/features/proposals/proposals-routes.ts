import { proposalEndpoints } from '@shared/proposals'
import { serve } from '../../http/serve'
import { propose, proposalsOf } from './proposals-repository'

export const proposalsRoutes = serve(proposalEndpoints, (ctx) => {
  const { db, now } = ctx
  return {
    'POST /api/jwt/proposals': ({ userId, access, askAgain, body }) =>
      propose(ctx, { userId, access, askAgain }, body),
    'GET /api/proposals': ({ userId }) => proposalsOf(db, userId).list(now()),
    'POST /api/proposals/:id/accept': ({ userId, id, body: { payload }, change }) =>
      proposalsOf(db, userId).accept(id, payload, change),
    'DELETE /api/proposals/:id': ({ userId, id }) => proposalsOf(db, userId).dismiss(id, now()),
  }
})
