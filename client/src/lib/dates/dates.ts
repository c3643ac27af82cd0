import { format } from 'date-fns/format'
import { localMidnight, today } from './days'

/** 'November' */
export const monthName = (instant: Date): string => format(instant, 'MMMM')

/** '2026-11-21' as 'November 21, 2026' */
export const longDay = (day: string): string => format(localMidnight(day), 'MMMM d, yyyy')

/** 'November 16 to 22', with the year unless it is this one */
export function daysInWords(from: string, to: string): string {
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${longDay(from)} to ${longDay(to)}`
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  const isThisYear = today().slice(0, 4) === to.slice(0, 4)
  const first = format(localMidnight(from), 'MMMM d')
  const last = format(localMidnight(to), `${isOneMonth ? '' : 'MMMM '}d${isThisYear ? '' : ', yyyy'}`)
  return `${first} to ${last}`
}

/** '2026-11-20' as 'Friday 20' */
export const weekdayAndDay = (day: string): string => format(localMidnight(day), 'EEEE d')

/** '2026-11' as 'November 2026' */
export const longMonth = (month: string): string => format(localMidnight(`${month}-01`), 'MMMM yyyy')

/** '2026-11-21T08:30:00.000Z' as 'Nov 2026', in the browser's timezone */
export const monthAndYear = (instant: string): string => format(new Date(instant), 'MMM yyyy')

/** '2026-11-21T08:30:00.000Z' as 'Nov 21, 08:30', in the browser's timezone */
export const shortTime = (instant: string): string => format(new Date(instant), 'MMM d, HH:mm')

/** 'Saturday, November 21, 2026 (2026-11-21), 08:30', in the browser's timezone */
export const dayAndTime = (instant: Date): string => format(instant, 'EEEE, MMMM d, yyyy (yyyy-MM-dd), HH:mm')
