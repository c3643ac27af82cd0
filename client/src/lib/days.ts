import { formatISO } from 'date-fns/formatISO'

// Apart from dates.ts, so that a screen which needs only days does not load all of date-fns' formats.

/** The day of an instant on the browser's calendar, as `YYYY-MM-DD`. */
export const dayOf = (instant: Date): string => formatISO(instant, { representation: 'date' })

export const today = (): string => dayOf(new Date())

/** A day that exists, as a date input gives it; false while one is still being typed. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !text.startsWith('0000') && dayOf(localMidnight(text)) === text

/** Built from its parts: parsing the text would read it as UTC and show the day before, west of Greenwich. */
export function localMidnight(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const midnight = new Date(2000, 0, 1)
  midnight.setFullYear(year, month - 1, date)
  return midnight
}
