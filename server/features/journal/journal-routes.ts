import { searchWords } from '@shared/fold'
import { defaultMood, journalEndpoints } from '@shared/journal'
import { newRowFor } from '../../http/idempotency'
import { serve } from '../../http/serve'
import { journalOf } from './journal-repository'
import { journalSearch } from './journal-search'

export const journalRoutes = serve(journalEndpoints, (ctx) => {
  const search = journalSearch(ctx.db)
  return {
    'GET /api/journal-entries': ({ db, userId, query: { q = '', ...page }, req }) => {
      const words = searchWords(q)
      return words.length
        ? search({ userId, words, page, isWanted: () => !req.socket.destroyed })
        : journalOf(db, userId).list(page)
    },
    'POST /api/journal-entries': ({ db, userId, body, req }) => {
      // Before `moodChosen` was kept, a missing mood was hashed as the default one: such a request may be repeated now.
      const newRow = newRowFor(userId, req, { ...body, mood: body.mood ?? defaultMood })
      return journalOf(db, userId).create(body, newRow)
    },
    'GET /api/journal-entries/by-date/:date': ({ db, userId, date }) => journalOf(db, userId).getByDate(date),
    'GET /api/journal-entries/on-this-day': ({ db, userId, query: { date } }) =>
      journalOf(db, userId).onThisDay(date),
    'GET /api/journal-entries/months': ({ db, userId }) => journalOf(db, userId).months(),
    'GET /api/journal-entries/:id': ({ db, userId, id }) => journalOf(db, userId).get(id),
    'PUT /api/journal-entries/:id': ({ db, userId, id, body: { updatedAt, ...input }, change }) =>
      journalOf(db, userId).update(id, input, change, updatedAt ? new Date(updatedAt) : undefined),
    'DELETE /api/journal-entries/:id': ({ db, userId, id, query: { updatedAt }, change }) =>
      journalOf(db, userId).remove(id, change, updatedAt ? new Date(updatedAt) : undefined),
  }
})
