import type { Request } from 'autocannon'
import { addDays } from '@shared/dates'
import { cookieOf } from './fixture'

/** Users with 365 entries each; those after them have a number of their own. */
export const people = 1_000
export const tenYears = people + 1
export const today = new Date().toISOString().slice(0, 10)
export const thirtyEntries = '/api/journal-entries?limit=30'
export const byDate = `/api/journal-entries/by-date/${addDays(today, -20)}`
export const streak = '/api/analytics/streak'

let turn = 0
/** Begins again with the first of the people. */
export const startOver = () => (turn = 0)
export const read = (path: string, person?: number) => (): Request => ({
  path,
  headers: { cookie: cookieOf(person ?? (turn++ % people) + 1) },
})

// Each entry is of a day of its own: nobody has written about the future yet.
const written: Record<string, number> = {}
const create = (origin: string) => (): Request => {
  const n = (written[origin] = (written[origin] ?? -1) + 1)
  return {
    method: 'POST',
    path: '/api/journal-entries',
    headers: { cookie: cookieOf((n % people) + 1), 'content-type': 'application/json', origin },
    body: JSON.stringify({
      entryDate: addDays(today, 10 + Math.floor(n / people)),
      mood: 'happy',
      gratitude1: 'The sun on the stairs',
      dailyEvents: 'A day like others. '.repeat(15),
      overallReflection: 'Slower is better. '.repeat(5),
    }),
  }
}

export type Call = { name: string; target: number; requests: (origin: string) => () => Request }

/** What people do most. `target` is the share of the limit's throughput (api.ts). */
export const calls: Call[] = [
  { name: 'list of goals', target: 0.4, requests: () => read('/api/goals') },
  { name: 'last 7 entries', target: 0.49, requests: () => read('/api/journal-entries?limit=7') },
  { name: 'entry by date', target: 0.4, requests: () => read(byDate) },
  { name: 'page of 30 of 3,650 entries', target: 0.49, requests: () => read(thirtyEntries, tenYears) },
  { name: 'streak', target: 0.35, requests: () => read(streak) },
  { name: 'create entry', target: 0.5, requests: create },
]
