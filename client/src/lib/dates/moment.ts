import { format } from 'date-fns/format'
import { dayOf, localMidnight, today } from './days'

/** Such as 'Nov 21, 2026'. */
export const dayInText = (day: string) => format(localMidnight(day), 'PP')

const time = (at: number) => format(at, 'p')

/** Such as '9:41 PM', with the date if it is not from today. */
export const shortMoment = (at: number) =>
  dayOf(new Date(at)) === today() ? time(at) : `${format(at, 'PP')}, ${time(at)}`

/** Such as 'today at 9:41 PM'. */
export const momentInWords = (at: number) =>
  `${dayOf(new Date(at)) === today() ? 'today' : format(at, 'PP')} at ${time(at)}`
