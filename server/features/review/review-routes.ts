import { reviewEndpoints } from '@shared/review'
import { serve } from '../../http/serve'
import { reviewOf } from './review'
import { reviewDataOf } from './review-repository'

export const reviewRoutes = serve(reviewEndpoints, ({ db }) => ({
  'GET /api/review': async ({ userId, query }) => {
    const data = reviewDataOf(db, userId)
    return reviewOf(query, ...(await Promise.all([data.entries(query), data.goals(query)])))
  },
}))
