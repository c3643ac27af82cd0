import { journalEndpoints } from '@shared/journal'
import { serve } from '../../http/serve'
import { journalOf } from './journal-repository'

export const journalRoutes = serve(journalEndpoints, ({ db, now }) => ({
  'GET /api/journal-entries': ({ userId, query }) => journalOf(db, userId).list(query),
  'POST /api/journal-entries': ({ userId, body }) => journalOf(db, userId).create(body),
  'GET /api/journal-entries/by-date/:date': ({ userId, date }) => journalOf(db, userId).getByDate(date),
  'GET /api/journal-entries/on-this-day': ({ userId, query: { date } }) =>
    journalOf(db, userId).onThisDay(date),
  'GET /api/journal-entries/months': ({ userId }) => journalOf(db, userId).months(),
  'GET /api/journal-entries/:id': ({ userId, id }) => journalOf(db, userId).get(id),
  'PUT /api/journal-entries/:id': ({ userId, id, body: { updatedAt, ...input } }) =>
    journalOf(db, userId).update(id, input, now(), updatedAt ? new Date(updatedAt) : undefined),
  'DELETE /api/journal-entries/:id': ({ userId, id }) => journalOf(db, userId).remove(id),
}))
