import { addDays } from '@shared/dates'
import { localDay } from '@shared/timezones'

/** `reminderTime` is HH:MM or HH:MM:SS, local time in `timezone`. */
export type ReminderSchedule = { reminderTime: string; timezone: string }

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The first reminder time after `after` on a local date later than `lastDay`, the last one with a reminder. */
export function nextReminder(schedule: ReminderSchedule, after: Date, lastDay = ''): Date {
  // Start with yesterday, whose reminder may fall on today: Greenland's clocks jump from 23:00 to midnight in spring.
  for (let day = addDays(localDay(after, schedule.timezone), -1); ; day = addDays(day, 1)) {
    const at = new Date(instantOf(day, schedule))
    if (at > after && localDay(at, schedule.timezone) > lastDay) return at
  }
}

/**
 * The first instant at which local time reaches `reminderTime` on `day`. A time skipped by daylight saving becomes the next
 * valid minute; of a repeated time the first occurrence counts.
 */
function instantOf(day: string, { reminderTime, timezone }: ReminderSchedule): number {
  const localTime = Date.parse(`${day}T${reminderTime.slice(0, 'HH:MM'.length)}:00Z`)
  const offsets = [offset(localTime - dayMs, timezone), offset(localTime + dayMs, timezone)]
  const [ahead, behind] = [Math.max(...offsets), Math.min(...offsets)]
  if (ahead === behind) return localTime - ahead
  for (const candidate of [ahead, behind])
    if (offset(localTime - candidate, timezone) === candidate) return localTime - candidate

  let [before, after] = [localTime - ahead, localTime - behind]
  while (after - before > minuteMs) {
    const middle = Math.floor((before + after) / 2 / minuteMs) * minuteMs
    if (offset(middle, timezone) === ahead) after = middle
    else before = middle
  }
  return after
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The UTC offset of `timezone` at `instant`, in milliseconds. */
function offset(instant: number, timezone: string): number {
  let format = formats.get(timezone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
    formats.set(timezone, format)
  }
  const [, sign, hours = 0, minutes = 0] = /GMT(?:([+-])(\d+):(\d+))?/.exec(format.format(instant)) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs
}
