import { addDays } from './dates'
import { instantAt } from './timezones'

/** The first instant after `day` in `timezone`. */
export const dayEnd = (day: string, timezone: string): Date =>
  new Date(instantAt(addDays(day, 1), '00:00', timezone))
