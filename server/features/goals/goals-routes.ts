import { goalEndpoints } from '@shared/goals'
import { serve } from '../../http/serve'
import { goalActivityOf } from './goal-activity-repository'
import { goalsOf } from './goals-repository'

export const goalsRoutes = serve(goalEndpoints, () => ({
  'GET /api/goals': ({ db, userId, query }) => goalsOf(db, userId).list(query),
  'POST /api/goals': ({ db, userId, body, newRow }) => goalsOf(db, userId).create(body, newRow),
  'GET /api/goals/activity': ({ db, userId, query }) => goalActivityOf(db, userId).activity(query),
  'GET /api/goals/:id/days': ({ db, userId, id, query }) => goalActivityOf(db, userId).daysOf(id, query),
  'GET /api/goals/:id': ({ db, userId, id }) => goalsOf(db, userId).get(id),
  'PATCH /api/goals/:id': ({ db, userId, id, body, change }) => goalsOf(db, userId).update(id, body, change),
  'DELETE /api/goals/:id': ({ db, userId, id, query: { updatedAt }, change }) =>
    goalsOf(db, userId).remove(id, change, updatedAt ? new Date(updatedAt) : undefined),
}))
