import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { differenceInMonths } from 'date-fns/differenceInMonths'
import { format } from 'date-fns/format'
import { localMidnight } from '@/lib/dates/days'
import { useNow } from '@/lib/dates/use-now'

type Props = {
  day: string
  /** Beneath its date: 'Tuesday · 11 days ago'. */
  isDated?: boolean
}

/** 'Tuesday, November 10 · 11 days ago', still true after midnight; the dot is cut off where the line breaks at it. */
export function DayInWords({ day, isDated }: Props) {
  const { date, distance } = dayInWords(day, useNow())
  return (
    <span className="flex flex-wrap overflow-x-clip">
      <time dateTime={day} className="mr-4">
        {isDated ? date.split(',')[0] : date}
      </time>{' '}
      <span className="-ml-4 before:inline-block before:w-4 before:text-center before:content-['·'/'']">
        {distance}
      </span>
    </span>
  )
}

/** A day of another year is given with its year; one long ago is counted in whole months or years. */
export function dayInWords(day: string, now: Date): { date: string; distance: string } {
  const then = localMidnight(day)
  const year = then.getFullYear() === now.getFullYear() ? '' : ', yyyy'
  return { date: format(then, `EEEE, MMMM d${year}`), distance: distanceOf(then, now) }
}

function distanceOf(then: Date, now: Date): string {
  const days = differenceInCalendarDays(now, then)
  if (days < 0) return 'That day is still to come.'
  const months = differenceInMonths(now, then)
  if (months < 1) return ['Today', 'Yesterday'][days] ?? ago(days, 'day')
  if (months < 12) return ago(months, 'month')
  return ago(Math.floor(months / 12), 'year')
}

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`
