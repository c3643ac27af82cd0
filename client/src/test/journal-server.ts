import { entryRecord, type JournalEntryView, type Mood } from '@shared/journal'
import { anEntry } from './entries'
import { answer, offline } from './fake-api'
import { byDate, create, emptyList, update } from './journal-today'

type Call = { params: Record<string, string>; headers: Headers; body: unknown }

/** Fakes the API for one day's entry. Without `isReachable` requests are lost, with `losesAnswers` only the answers are. */
export function journalServer(first?: JournalEntryView) {
  const server = {
    entry: first,
    /** With which the entry was created. */
    first: undefined as { key: string | null; body: string } | undefined,
    isReachable: true,
    losesAnswers: false,
    writes: 0,
  }
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const write = (values: { mood?: Mood }) => {
    server.writes++
    const updatedAt = new Date(++clock).toISOString()
    server.entry = anEntry({
      ...server.entry,
      ...values,
      ...(values.mood && { moodChosen: true }),
      updatedAt,
    })
    return server.losesAnswers ? offline() : server.entry
  }
  const reached = (work: (call: Call) => unknown) => (call: Call) =>
    server.isReachable ? work(call) : offline()
  const answered = (body: unknown): unknown => reached(() => (server.losesAnswers ? offline() : body))
  const routes = {
    ...emptyList,
    // What is asked beside the entry: any answer says that the connection is back, and what waits is sent at once.
    'GET /api/goals': answered([]),
    'GET /api/analytics/monthly-goals': answered({ monthlyGoals: 0 }),
    [byDate]: reached(() => server.entry ?? answer(404, { message: 'Journal entry not found' })),
    'GET /api/journal-entries/:id': reached(() => server.entry),
    [create]: reached(({ headers, body }) => {
      const request = { key: headers.get('Idempotency-Key'), body: JSON.stringify(body) }
      const { entry, first } = server
      if (entry && request.key === first?.key) {
        if (server.losesAnswers) return offline()
        const isSame = request.body === first.body
        return isSame ? entry : answer(422, { message: 'This was created before', current: entry })
      }
      if (entry) return answer(409, { message: 'An entry for this date already exists', id: entry.id })
      server.first = request
      return write(body as object)
    }),
    [update]: reached(({ body }) => {
      const { updatedAt, ...values } = body as { updatedAt?: string }
      const current = server.entry
      if (!current) return answer(404, { message: 'Journal entry not found' })
      const isSame = entryRecord.isSame(current, entryRecord.changed(current, values))
      if (updatedAt === current.updatedAt) return write(values)
      return isSame ? current : answer(409, { message: 'This entry was changed elsewhere', current })
    }),
  }
  return { server, routes }
}
