import { format } from 'date-fns/format'
import { formatISO } from 'date-fns/formatISO'

/** The day of an instant in the browser's timezone, as `YYYY-MM-DD`. */
export const dayOf = (instant: Date): string => formatISO(instant, { representation: 'date' })

export const today = (): string => dayOf(new Date())

/** Whether a date input holds an existing day; false while one is being typed. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !text.startsWith('0000') && dayOf(localMidnight(text)) === text

/** Built from numbers: parsing the text would read it as UTC and give the day before, west of Greenwich. */
export function localMidnight(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const midnight = new Date(2000, 0, 1)
  midnight.setFullYear(year, month - 1, date)
  return midnight
}

/** 'Sat, Nov 21' */
export const shortDate = (instant: Date): string => format(instant, 'EEE, MMM d')
