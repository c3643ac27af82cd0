import { dayOf, today } from './days'

const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' })
const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** Such as 'Nov 21, 2026'. Without date-fns, which Home does not load for it. */
export const dayInText = (day: string) => date.format(new Date(`${day}T12:00`))

/** Such as '9:41 PM', with the date if it is not from today. */
export const shortMoment = (at: number) =>
  dayOf(new Date(at)) === today() ? time.format(at) : `${date.format(at)}, ${time.format(at)}`

/** Such as 'today at 9:41 PM'. */
export const momentInWords = (at: number) =>
  `${dayOf(new Date(at)) === today() ? 'today' : date.format(at)} at ${time.format(at)}`
