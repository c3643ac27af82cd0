import { reviewEndpoints } from '@shared/review'
import { serve } from '../../http/serve'
import { reviewOf, withinScopes } from './review'
import { reviewDataOf } from './review-repository'

export const reviewRoutes = serve(reviewEndpoints, ({ db }) => ({
  'GET /api/review': async ({ userId, query, access }) => {
    const data = reviewDataOf(db, userId)
    const review = reviewOf(query, ...(await Promise.all([data.entries(query), data.goals(query)])))
    return access ? withinScopes(review, access) : review
  },
}))
