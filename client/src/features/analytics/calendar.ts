import { addDays } from 'date-fns/addDays'
import { addMonths } from 'date-fns/addMonths'
import { eachDayOfInterval } from 'date-fns/eachDayOfInterval'
import { endOfISOWeek } from 'date-fns/endOfISOWeek'
import { format } from 'date-fns/format'
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { dayOf, localMidnight } from '@/lib/dates/days'

// Days are `YYYY-MM-DD`, months `YYYY-MM`, years `YYYY`; a week begins on Monday.

/** Where looking back ends. */
export const earliestYear = '1900'

export const monthOf = (day: string) => day.slice(0, 7)
export const yearOf = (day: string) => day.slice(0, 4)

const daysFromTo = (start: Date, end: Date) => eachDayOfInterval({ start, end }).map(dayOf)

export function weekOf(day: string): string[] {
  const date = localMidnight(day)
  return daysFromTo(startOfISOWeek(date), endOfISOWeek(date))
}

export function daysOfMonth(month: string): string[] {
  const first = localMidnight(month)
  return daysFromTo(first, lastDayOfMonth(first))
}

/** The weeks that a month touches, with null for days of another month. */
export function weeksOfMonth(month: string): (string | null)[][] {
  const mondays = daysOfMonth(month).filter((day, i) => i === 0 || weekOf(day)[0] === day)
  return mondays.map((day) => weekOf(day).map((day) => (monthOf(day) === month ? day : null)))
}

export const monthsOf = (year: string) =>
  Array.from({ length: 12 }, (_, i) => `${year}-${String(i + 1).padStart(2, '0')}`)

export const shiftDays = (day: string, by: number) => dayOf(addDays(localMidnight(day), by))

/** The same day of another month, or the last one of a shorter month. */
export const shiftMonths = (day: string, by: number) => dayOf(addMonths(localMidnight(day), by))

export const shiftYears = (year: string, by: number) => String(Number(year) + by).padStart(4, '0')

const naming = (pattern: string) => (day: string) => format(localMidnight(day), pattern)

/** 'Saturday, November 21' */
export const dayName = naming('EEEE, MMMM d')

/** 'Nov 21' */
export const shortDayName = naming('MMM d')

/** 'November 2026' */
export const monthAndYear = naming('MMMM yyyy')

/** 'November' */
export const monthName = naming('MMMM')
