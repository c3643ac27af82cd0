import { summaryEndpoints } from '@shared/summaries'
import { serve } from '../../http/serve'
import { summariesOf } from './summaries-repository'

export const summariesRoutes = serve(summaryEndpoints, ({ db }) => ({
  'GET /api/daily-summaries/recent': ({ userId, query }) => summariesOf(db, userId).recent(query.limit),
}))
