import { isDay } from '@/lib/dates/days'

/** The name of a month in an address, such as '2026-11'. */
export const isMonth = (text: string) => isDay(`${text}-01`)

/** '2026-12' as '2027-01-01', the first day after it. */
export function dayAfter(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  return new Date(first.setUTCMonth(first.getUTCMonth() + 1)).toISOString().slice(0, 10)
}

/** Entries that are in order, as one list for each month. */
export function byMonth<E extends { entryDate: string }>(entries: E[]): [month: string, entries: E[]][] {
  const months = new Map<string, E[]>()
  for (const entry of entries) {
    const month = entry.entryDate.slice(0, 7)
    const ofMonth = months.get(month)
    if (ofMonth) ofMonth.push(entry)
    else months.set(month, [entry])
  }
  return [...months]
}
