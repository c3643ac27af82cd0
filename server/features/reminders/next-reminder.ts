import { addDays } from '@shared/dates'
import { dayMs, instantAt } from '@shared/instants'
import { localDay } from '@shared/timezones'

/** `reminderTime` is HH:MM or HH:MM:SS, local time in `timezone`. */
export type ReminderSchedule = { reminderTime: string; timezone: string }

/** The first reminder time after `after` on a local date later than `lastDay`, the last one with a reminder. */
export function nextReminder(schedule: ReminderSchedule, after: Date, lastDay = ''): Date {
  // Start with yesterday, whose reminder may fall on today: Greenland's clocks jump from 23:00 to midnight in spring.
  for (let day = addDays(localDay(after, schedule.timezone), -1); ; day = addDays(day, 1)) {
    const reminder = reminderAt(day, schedule)
    if (reminder.instant > after.getTime() && reminder.day > lastDay) return new Date(reminder.instant)
  }
}

/** The time at which the reminder of a local date was due. */
export const reminderOn = (schedule: ReminderSchedule, day: string): Date =>
  nextReminder(schedule, new Date(Date.parse(day) - dayMs), addDays(day, -1))

const cache = new Map<string, { instant: number; day: string }>()
const maxCached = 10_000

/** The instant of `reminderTime` on `day`, and its local date. Cached: Intl is slow, and many users share a schedule. */
function reminderAt(day: string, schedule: ReminderSchedule) {
  const key = `${day} ${schedule.reminderTime} ${schedule.timezone}`
  const cached = cache.get(key)
  if (cached) return cached
  if (cache.size === maxCached) cache.clear()
  const instant = instantAt(day, schedule.reminderTime.slice(0, 'HH:MM'.length), schedule.timezone)
  const reminder = { instant, day: localDay(new Date(instant), schedule.timezone) }
  cache.set(key, reminder)
  return reminder
}
