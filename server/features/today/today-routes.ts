import { addDays } from '@shared/dates'
import { todayEndpoints } from '@shared/today'
import { serve } from '../../http/serve'
import { analyticsOf } from '../analytics/analytics-repository'
import { journalOf } from '../journal/journal-repository'
import { messagesOf } from '../messages/messages-repository'

export const todayRoutes = serve(todayEndpoints, ({ db }) => ({
  'GET /api/today': async ({ userId, access, query: { date } }) => {
    // PostgreSQL has no year 0.
    const from = date < '0001-01-07' ? '0001-01-01' : addDays(date, -6)
    const [{ rows }, days, texts] = await Promise.all([
      journalOf(db, userId).onThisDay(date, { isDayIncluded: true }),
      analyticsOf(db, userId).days({ from, to: date }),
      // No scope covers these texts, so a named token does not get them.
      access?.id ? [] : messagesOf(db, userId).textsOf(date),
    ])
    return {
      entry: rows.find(({ entryDate }) => entryDate === date) ?? null,
      days,
      ...(texts.length > 0 && { texts }),
      onThisDay: rows.filter(({ entryDate }) => entryDate < date),
    }
  },
}))
